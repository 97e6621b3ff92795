import type { ProfileView } from '@shared/contract/settings'
import type { Profile } from '@shared/model/profile'
import { profileSentences } from './domain/thresholds'
import { findProfile } from './require-profile'

type Context = { readonly signal?: AbortSignal }

export type ProfileDeps = {
  readonly profiles: readonly Profile[]
  /** Name of the profile that a plan gets where nothing else is said. */
  readonly globalDefault: () => string
}

export function profileView(profile: Profile): ProfileView {
  return {
    name: profile.name,
    description: profile.description,
    builtin: true,
    thresholds: profile.thresholds,
    sentences: [...profileSentences(profile)],
    require_sandbox: profile.requireSandbox,
    require_checkpoints: profile.requireCheckpoints,
    allow_unsafe_tools: profile.allowUnsafeTools,
  }
}

export function createProfileHandlers(deps: ProfileDeps) {
  return {
    list: async (_input: unknown, _context: Context) => ({
      profiles: deps.profiles.map(profileView),
      default: deps.globalDefault(),
    }),
    show: async (input: { profile: string }, _context: Context) =>
      profileView(findProfile(input.profile, deps.profiles)),
  }
}
