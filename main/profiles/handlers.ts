import type { profiles as contract, ProfileView } from '@shared/contract/settings'
import { profileSentences } from '@shared/model/profile-sentences'
import type { HandlersOf } from '../platform/handlers'
import { addProfile } from './add-profile'
import type { StoredProfile } from './domain/stored-profile'
import { parseProfile } from './parse-profile'
import type { ProfileDeps } from './ports'
import { removeProfile } from './remove-profile'
import { findProfile } from './require-profile'

export function profileView(profile: StoredProfile): ProfileView {
  const { safety } = profile
  return {
    name: profile.name,
    description: profile.description,
    builtin: profile.builtin,
    thresholds: profile.thresholds,
    sentences: [...profileSentences(profile)],
    require_sandbox: profile.requireSandbox,
    require_checkpoints: profile.requireCheckpoints,
    allow_unsafe_tools: profile.allowUnsafeTools,
    safety: {
      max_cost_per_plan: safety.maxCostPerPlan,
      max_total_cost: safety.maxTotalCost,
      max_calls_per_step: safety.maxCallsPerStep,
      max_retries_per_step: safety.maxRetriesPerStep,
      allow_tools: safety.allowTools && [...safety.allowTools],
      deny_tools: [...safety.denyTools],
      approve_writes: safety.approveWrites,
      allow_unknown_cost: safety.allowUnknownCost,
      never_wait: safety.neverWait,
    },
    source: profile.source,
    created: profile.created,
  }
}

export function createProfileHandlers(deps: ProfileDeps): HandlersOf<typeof contract> {
  return {
    list: async () => ({ profiles: deps.profiles.all().map(profileView), default: deps.globalDefault() }),
    show: async (input) => profileView(findProfile(input.profile, deps.profiles.all())),
    check: async (input) => {
      const { profile, diagnostics } = parseProfile(input.source, deps.providerNames())
      return {
        profile: profile
          ? profileView({ ...profile, builtin: false, source: input.source, created: deps.now() })
          : null,
        diagnostics: diagnostics.map(({ span, ...rest }) => ({
          ...rest,
          line: span.line,
          column: span.column,
          end_line: span.endLine,
          end_column: span.endColumn,
        })),
      }
    },
    add: async (input) => profileView(addProfile(deps, input.source, input.replace)),
    remove: async (input) => profileView(removeProfile(deps, input.profile)),
  }
}
