import { readYaml } from '../platform/read-yaml'
import { readProfile, type ReadProfile } from './domain/read-profile'

/** Reads a profile's YAML; `providers` reserve their namespaces, and are null for a profile that comes with the application. */
export function parseProfile(source: string, providers: readonly string[] | null): ReadProfile {
  const { root, diagnostics } = readYaml(source)
  // What the parser makes of a broken text would mislead.
  if (diagnostics.length > 0) return { profile: undefined, diagnostics }
  return readProfile(root, providers)
}
