import * as z from 'zod'
import { done, nameQuery, procedure, time } from './base'

export const actor = z.object({
  actor_id: z.string().nullable(),
  name: z.string(),
  type: z.enum(['llm', 'graph', 'tool', 'builtin']),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  /** Where a retired model name was pointed to its successor, in one sentence. */
  notice: z.string().nullable(),
  runnable: z.boolean(),
  /** Why it cannot run; empty where it can. */
  reason: z.string(),
  builtin: z.boolean(),
  /** Args of a plan that a built-in actor reads; empty for every other, which is told them in words. */
  args: z.array(z.object({ name: z.string(), required: z.boolean(), description: z.string() })),
  source: z.string().nullable(),
  created: time.nullable(),
})
export type ActorView = z.infer<typeof actor>

export const provider = z.object({
  name: z.string(),
  kind: z.enum(['openai-compatible', 'openai', 'anthropic']),
  base_url: z.string(),
  api_key_env: z.string().nullable(),
  /** Where the key comes from; the key itself is never shown. */
  key: z.enum(['environment', 'stored', 'memory', 'not needed', 'missing']),
  builtin: z.boolean(),
})
export type ProviderView = z.infer<typeof provider>

export const actors = {
  add: procedure
    .input(z.object({ source: z.string().max(1_000_000), replace: z.boolean().default(false) }))
    .output(actor),
  list: procedure.output(z.object({ actors: z.array(actor) })),
  show: procedure.input(z.object({ actor: nameQuery })).output(actor),
  remove: procedure.input(z.object({ actor: nameQuery })).output(done),
}

export const providers = {
  add: procedure
    .input(
      z.object({
        name: nameQuery,
        kind: z.enum(['openai-compatible', 'openai', 'anthropic']),
        base_url: z.url(),
        api_key_env: z.string().optional(),
      }),
    )
    .output(provider),
  list: procedure.output(z.object({ providers: z.array(provider) })),
  /** Asks the provider for its models. */
  test: procedure
    .input(z.object({ name: nameQuery }))
    .output(
      z.object({ ok: z.boolean(), models: z.array(z.string()), latency_ms: z.number(), error: z.string().nullable() }),
    ),
  remove: procedure.input(z.object({ name: nameQuery })).output(done),
}
