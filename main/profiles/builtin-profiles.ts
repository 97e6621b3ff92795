import { builtinProfileNames } from '@shared/model/profile'
import type { StoredProfile } from './domain/stored-profile'
import { parseProfile } from './parse-profile'

const files = import.meta.glob<string>('../../resources/profiles/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
})

function readBuiltin(source: string): StoredProfile {
  const { profile, diagnostics } = parseProfile(source, null)
  if (!profile) throw new Error(`a profile that comes with the application is broken: ${diagnostics[0]?.message}`)
  return { ...profile, builtin: true, source, created: null }
}

/** Reads the eight profiles that come with the application; throws where one of them is broken. */
export function readBuiltinProfiles(): readonly StoredProfile[] {
  const order: readonly string[] = builtinProfileNames
  return Object.values(files)
    .map(readBuiltin)
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}
