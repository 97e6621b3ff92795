import { actorsOfProvider, createActorHandlers, createActorRepository, resolveActor, type ActorDeps } from '../actors'
import { createProviderAdapters } from '../infrastructure/providers/create-adapters'
import {
  abortableWait,
  createModels,
  createProviderHandlers,
  createProviderRegistry,
  createProviderStore,
  type ProviderSettings,
} from '../models'
import type { Settings } from '../settings'
import type { Foundation } from './foundation'

/** Providers, models and actors. */
export function buildModels(foundation: Foundation, settings: () => Settings, namespaces: () => readonly string[]) {
  const { db, changes, clock, environment, newId, redactor, log } = foundation
  const store = createProviderStore(db, clock)
  const registry = createProviderRegistry(store)
  const baseUrls: ProviderSettings = {
    baseUrl(provider) {
      if (provider === 'openai') return settings().optional('provider.openai.base-url') ?? undefined
      if (provider === 'anthropic') return settings().optional('provider.anthropic.base-url') ?? undefined
      return undefined
    },
  }
  const limits = () => ({
    retryAfterCeilingMs: settings().number('model.retry-after-ceiling-s') * 1000,
    totalMs: settings().number('model.timeout-s') * 1000,
    firstByteMs: settings().number('model.first-byte-timeout-s') * 1000,
  })
  const models = createModels({
    providers: registry,
    settings: baseUrls,
    adapters: createProviderAdapters({ clock }),
    clock,
    random: Math.random,
    wait: abortableWait,
    log: (message, data) =>
      log.info('model.attempt', { message: redactor.redact(message), ...redactor.redactJson(data) }),
    limits,
  })
  const actors: ActorDeps = {
    actors: createActorRepository(db),
    providers: registry,
    env: () => foundation.config.env,
    defaultActor: (role) => settings().optional(`actor.default.${role}`) ?? undefined,
    users: () => [],
    clock,
    newId,
    changed: (id) => changes.publish('actor', id),
  }
  return {
    models,
    providerNames: () => store.list().map((provider) => provider.name),
    resolveActor: (name: string | null, role: Parameters<typeof resolveActor>[2]) => resolveActor(actors, name, role),
    handlers: {
      actors: createActorHandlers(actors),
      providers: createProviderHandlers({
        store,
        namespaces,
        registry,
        users: (provider) => actorsOfProvider(provider, actors.actors),
        settings: baseUrls,
        models,
        secrets: () => environment.general(),
        changed: (name) => changes.publish('provider', name),
      }),
    },
  }
}
