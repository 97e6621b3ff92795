import { missing } from '@shared/model/refusal'
import type { Profile, ProfileSource } from '@shared/model/profile'
import { type ProfileNames, resolveProfile } from './domain/resolve-profile'

function refuse(name: string, near: readonly string[], known: readonly string[], where: string): never {
  throw missing('profile.not_found', `There is no automation profile "${name}"${where}.`, {
    hint: near.length > 0 ? `Did you mean ${near.join(', ')}?` : `Known are ${known.join(', ')}.`,
    details: { profile: name, near, known },
  })
}

const wheres: Readonly<Record<ProfileSource, string>> = {
  plan: ', which was asked for',
  action: ', which the action asks for',
  project: ', which the project asks for',
  global: ', which core.automation-profile is set to',
  default: '',
}

/** The profile a plan runs under and where it comes from; an unknown name is refused with what comes near. */
export function requireProfile<P extends Profile>(names: ProfileNames, profiles: readonly P[]) {
  const resolved = resolveProfile(names, profiles)
  if ('profile' in resolved) return resolved
  const known = profiles.map((profile) => profile.name)
  return refuse(resolved.unknown, resolved.near, known, wheres[resolved.source])
}

/** One profile by its name. */
export function findProfile<P extends Profile>(name: string, profiles: readonly P[]): P {
  const resolved = resolveProfile({ plan: name.trim() }, profiles)
  if ('profile' in resolved) return resolved.profile
  return refuse(
    resolved.unknown,
    resolved.near,
    profiles.map((profile) => profile.name),
    '',
  )
}
