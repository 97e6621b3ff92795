import { nearest } from '@shared/model/nearest'
import type { ActorPart, LlmSettings } from './actor-definition'
import { readMap } from './read-map'
import type { Fields, Report, Schema } from './read-map'
import type { SourceEntry } from '@shared/model/source-tree'

/** Keys of a model's settings. `actor` is `provider/model` in one. */
export const llmSchema = {
  actor: 'text',
  provider: 'text',
  model: 'text',
  temperature: 'number',
  system_prompt: 'text',
  max_tokens: 'integer',
  max_history: 'integer',
  memory_enabled: 'flag',
  tool: 'text',
} as const satisfies Schema

export const actorTypes = ['llm', 'graph', 'tool'] as const

/** Says what is wrong with a template, or nothing. */
export type CheckTemplate = (source: string) => string | undefined

function readModel(fields: Fields): { provider: string; model: string } | undefined {
  const whole = fields.text('actor')
  if (whole !== undefined) {
    for (const key of ['provider', 'model'])
      if (fields.has(key)) fields.report(key, `"${key}" says again what "actor" says already.`)
    const slash = whole.indexOf('/')
    if (slash > 0 && slash < whole.length - 1 && !/\s/.test(whole))
      return { provider: whole.slice(0, slash), model: whole.slice(slash + 1) }
    fields.report('actor', `"${whole}" is no model; write it as provider/model.`, `anthropic/${whole}`)
    return undefined
  }
  const [provider, model] = [fields.text('provider'), fields.text('model')]
  if (provider === undefined && model !== undefined && model.includes('/')) {
    fields.report(
      'model',
      'Without a provider the model is not known; write "actor" instead of "model".',
      `actor: ${model}`,
    )
  } else {
    if (provider === undefined) fields.report('provider', 'The provider is missing.', 'provider: ')
    if (model === undefined) fields.report('model', 'The model is missing.', 'model: ')
  }
  return provider === undefined || model === undefined ? undefined : { provider, model }
}

/** The settings of a model from checked fields. */
export function readLlm(fields: Fields, checkTemplate: CheckTemplate): LlmSettings | undefined {
  const model = readModel(fields)
  const temperature = fields.number('temperature')
  if (temperature !== undefined && (temperature < 0 || temperature > 2))
    fields.report('temperature', `The temperature is a number between 0 and 2, not ${temperature}.`)
  const systemPrompt = fields.text('system_prompt')
  const fault = systemPrompt === undefined ? undefined : checkTemplate(systemPrompt)
  if (fault !== undefined) fields.report('system_prompt', fault)
  const maxOutputTokens = fields.number('max_tokens')
  if (fields.number('max_history') !== undefined && fields.number('max_history')! < 1)
    fields.report('max_history', 'At least the latest answer is kept: "max_history" is 1 or more.', 'max_history: 1')
  // Without memory every request stands alone: the first message and the latest turn.
  const maxHistory = fields.flag('memory_enabled') === false ? 1 : fields.number('max_history')
  if (!model) return undefined
  return {
    ...model,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(maxHistory === undefined ? {} : { maxHistory }),
  }
}

/** One actor of the envelope: its type and, under `config`, its settings. */
export function readPart(
  { key: id, value }: SourceEntry,
  path: string,
  checkTemplate: CheckTemplate,
  report: Report,
): ActorPart | undefined {
  const outer = readMap(value, { type: 'text', description: 'text', config: 'map', ...llmSchema }, path, report)
  if (!outer) return undefined
  const type = outer.text('type')
  if (type !== 'llm' && type !== 'tool') {
    const said = type === undefined ? 'The type is missing' : `"${type}" is no type of an actor here`
    outer.report(
      'type',
      `${said}; it is "llm" or "tool" (graphs stand under "routes").`,
      type === undefined ? 'type: llm' : nearest(type, ['llm', 'tool'])[0],
    )
    return undefined
  }
  const config = outer.node('config')
  const fields = config ? readMap(config, llmSchema, `${path}.config`, report) : outer
  if (!fields) return undefined
  if (type === 'llm') {
    const settings = readLlm(fields, checkTemplate)
    return settings && { id, type, ...settings }
  }
  const tool = fields.text('tool')
  if (tool === undefined) fields.report('tool', 'The tool is missing.', 'tool: ')
  return tool === undefined ? undefined : { id, type, tool }
}
