import { Refusal } from '@shared/model/refusal'
import { startModelServer } from '../../../e2e/model-server/index'
import type { ModelServer, Scenario } from '../../../e2e/model-server/index'
import { createProviderAdapters } from '../../infrastructure/providers/create-adapters'
import { builtinProviders, createModels } from '../index'
import type { ModelLimits, ModelRequest, Provider, Wait } from '../index'
import { requestWith, secretsWith } from './request'

export const kinds = ['openai', 'anthropic'] as const
export type Kind = (typeof kinds)[number]
export const key = 'sk-test-0123456789abcdefghij'

let server: ModelServer | undefined
/** Ends the server of the last `start`. */
export async function stop() {
  await server?.close()
  server = undefined
}

/** Starts a model server and models that reach it under every provider's name; waits are only noted. */
export async function start(scenario: Scenario, options: { limits?: Partial<ModelLimits>; wait?: Wait } = {}) {
  server = await startModelServer({ scenario })
  const waits: number[] = []
  const added: Provider[] = [
    { name: 'local-llm', kind: 'openai-compatible', baseUrl: `${server.url}/v1`, builtin: false },
  ]
  const all = [...builtinProviders, ...added]
  const models = createModels({
    providers: { find: (name) => all.find((provider) => provider.name === name), list: () => all },
    settings: { baseUrl: () => undefined },
    adapters: createProviderAdapters({ clock: Date.now }),
    clock: Date.now,
    random: () => 0,
    wait: options.wait ?? (async (milliseconds, signal) => (signal.throwIfAborted(), void waits.push(milliseconds))),
    log: () => undefined,
    limits: () => options.limits ?? {},
  })
  const secrets = secretsWith({
    OPENAI_BASE_URL: `${server.url}/v1`,
    ANTHROPIC_BASE_URL: server.url,
    OPENAI_API_KEY: key,
    ANTHROPIC_API_KEY: key,
  })
  const ask = (kind: Kind | 'local-llm', changes: Partial<ModelRequest> = {}) =>
    models.complete(requestWith({ model: { provider: kind, model: 'scripted' }, secrets, ...changes }))
  return { server, models, waits, ask, secrets }
}

/** The refusal that a promise is rejected with. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (error instanceof Refusal) return error
  throw new Error(`no refusal but ${String(error)}`)
}
