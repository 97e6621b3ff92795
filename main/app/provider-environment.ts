import type { KeySource } from '../models'

/**
 * What the core knows of keys and provider variables, in memory only: what the desktop handed over, and the environment
 * of the command that last created or resumed a plan, before the environment the core itself was started with.
 */
export function createProviderEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  onSecret: (value: string) => void,
) {
  const handedOver = new Map<string, string>()
  const byPlan = new Map<string, Readonly<Record<string, string>>>()
  const looksSecret = (name: string) => /KEY|TOKEN|SECRET|PASSWORD/i.test(name)
  const learn = (env: Readonly<Record<string, string | undefined>>) => {
    for (const [name, value] of Object.entries(env)) if (value && looksSecret(name)) onSecret(value)
  }
  learn(own)
  const source = (env: Readonly<Record<string, string | undefined>>): KeySource => ({
    key: (provider) => handedOver.get(provider),
    env,
  })
  return {
    setKeys(keys: Readonly<Record<string, string>>): void {
      for (const [provider, key] of Object.entries(keys)) {
        if (key === '') handedOver.delete(provider)
        else handedOver.set(provider, key)
        if (key !== '') onSecret(key)
      }
    },
    remember(planId: string, env: Readonly<Record<string, string>> | undefined): void {
      if (!env) return
      learn(env)
      byPlan.set(planId, env)
    },
    forPlan: (planId: string): KeySource => source({ ...own, ...byPlan.get(planId) }),
    general: (): KeySource => source(own),
  }
}

export type ProviderEnvironment = ReturnType<typeof createProviderEnvironment>
