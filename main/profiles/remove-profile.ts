import { conflict } from '@shared/model/refusal'
import { meansProfile } from '@shared/model/profile'
import type { StoredProfile } from './domain/stored-profile'
import type { ProfileDeps, ProfileUser } from './ports'
import { findProfile } from './require-profile'

function whereOf({ kind, name }: ProfileUser): string {
  return kind === 'configuration' ? `the configuration (${name})` : `the ${kind} ${name}`
}

/** Removes a profile that nothing names. Plans keep what they resolved when they were made. */
export function removeProfile(deps: ProfileDeps, query: string): StoredProfile {
  const profile = findProfile(query, deps.profiles.all())
  if (profile.builtin) {
    throw conflict('profile.builtin', `${profile.name} comes with the application and cannot be removed.`, {
      hint: 'Use another one where it does not fit.',
      details: { profile: profile.name },
    })
  }
  const users = deps.users().filter((user) => meansProfile(profile.name, user.profile))
  if (users.length > 0) {
    throw conflict('profile.in_use', `${profile.name} is named by ${users.map(whereOf).join(', ')}; it was kept.`, {
      hint: 'Name another profile there first. Plans that are under way keep theirs in any case.',
      details: { profile: profile.name, users: users.map(({ kind, name }) => ({ kind, name })) },
    })
  }
  deps.profiles.remove(profile.name)
  deps.changed(profile.name)
  return profile
}
