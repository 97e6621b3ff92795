import { nearest } from '@shared/model/nearest'
import { meansProfile, type Profile, type ProfileSource } from '@shared/model/profile'

/** The profile's name that each level asks for, if any. */
export type ProfileNames = {
  readonly plan?: string | null
  readonly action?: string | null
  /** From the environment of the core: it goes before project and global configuration, and counts as global. */
  readonly environment?: string | null
  readonly project?: string | null
  readonly global?: string | null
}

export type ResolvedProfile<P> =
  | { readonly profile: P; readonly source: ProfileSource }
  | { readonly unknown: string; readonly source: ProfileSource; readonly near: readonly string[] }

export const defaultProfileName = 'supervised'

/** The first level that names a profile decides: plan, action, project, global, else the default. An unknown name is never passed over. */
export function resolveProfile<P extends Profile>(names: ProfileNames, profiles: readonly P[]): ResolvedProfile<P> {
  const levels: readonly (readonly [ProfileSource, string | null | undefined])[] = [
    ['plan', names.plan],
    ['action', names.action],
    ['global', names.environment],
    ['project', names.project],
    ['global', names.global],
    ['default', defaultProfileName],
  ]
  const [source, name] = levels.find(([, asked]) => asked !== undefined && asked !== null && asked !== '') ?? [
    'default',
    defaultProfileName,
  ]
  const wanted = name ?? defaultProfileName
  const profile = profiles.find((one) => meansProfile(one.name, wanted))
  if (profile) return { profile, source }
  return {
    unknown: wanted,
    source,
    near: nearest(
      wanted,
      profiles.map((one) => one.name),
    ),
  }
}
