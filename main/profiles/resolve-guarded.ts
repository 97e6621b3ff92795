import { noSafety, type Profile, type Safety } from '@shared/model/profile'
import { type ProfileNames, resolveProfile } from './domain/resolve-profile'
import { tighten } from './domain/tighten'
import { requireProfile } from './require-profile'

/** The guards of every level that names a profile, from global to action, whichever decides the thresholds. */
function outerGuards(names: ProfileNames, profiles: readonly Profile[]): Safety {
  const levels: readonly ProfileNames[] = [
    { global: names.environment ?? names.global ?? null },
    { project: names.project ?? null },
    { action: names.action ?? null },
  ]
  return levels.reduce((outer, level) => {
    if (!Object.values(level).some((name) => typeof name === 'string' && name !== '')) return outer
    const found = resolveProfile(level, profiles)
    // Only the level that decides must name a profile that is there; that is refused elsewhere.
    return 'profile' in found ? tighten(outer, found.profile.safety) : outer
  }, noSafety)
}

/**
 * The profile a plan runs under: the thresholds of the level that decides, and its guards under those of all levels, which
 * are told as well, since they hold for another profile of the plan too.
 */
export function resolveGuarded(names: ProfileNames, profiles: readonly Profile[]) {
  const { profile: decided, source } = requireProfile(names, profiles)
  const outer = outerGuards(names, profiles)
  const { name, description, thresholds, requireSandbox, requireCheckpoints, allowUnsafeTools } = decided
  const safety = tighten(outer, decided.safety)
  const profile: Profile = {
    name,
    description,
    thresholds,
    requireSandbox,
    requireCheckpoints,
    allowUnsafeTools,
    safety,
  }
  return { profile, source, outer }
}
