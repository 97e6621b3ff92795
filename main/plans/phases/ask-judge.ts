import type { ResolvedActor } from '../../actors'
import { systemPromptOf } from '../../actors'
import type { ToolSpec } from '../../models'
import { askModel } from './ask-model'
import type { Session } from './session'

export type Judge = Extract<ResolvedActor, { kind: 'llm' }>

/** What of the work a judge is shown at most, in characters. */
export const shownMaterial = 60_000

/** Asks a judge once, outside of the actor's conversation; answers what it gave its tool, undefined where it did not call it, and its raw words. */
export async function askJudge(
  session: Session,
  judge: Judge,
  { duty, tool, text }: { readonly duty: string; readonly tool: ToolSpec; readonly text: string },
): Promise<{ readonly given: unknown; readonly raw: string }> {
  const { deps, plan, phase } = session
  const own = systemPromptOf(judge, { phase, args: plan.args }).trim()
  const request = {
    model: judge.model,
    system: deps.redact([own, duty].filter((part) => part !== '').join('\n\n')),
    turns: [{ role: 'user' as const, text }],
    tools: [tool],
    ...(judge.temperature === undefined ? {} : { temperature: judge.temperature }),
    ...(judge.maxOutputTokens === undefined ? {} : { maxOutputTokens: judge.maxOutputTokens }),
    onDelta: () => undefined,
  }
  // What the actor's last answer used says nothing about this prompt.
  const { answer } = await askModel({ ...session, lastUsage: null }, request, () => undefined)
  const call = answer.calls.find(({ name, invalid }) => name === tool.name && !invalid)
  return { given: call?.arguments, raw: answer.raw }
}
