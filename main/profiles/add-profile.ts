import { conflict, invalid } from '@shared/model/refusal'
import { meansProfile } from '@shared/model/profile'
import type { StoredProfile } from './domain/stored-profile'
import { parseProfile } from './parse-profile'
import type { ProfileDeps } from './ports'

/** Stores a profile from its YAML; one of that name stays as it is, unless it is to be replaced. Those of the application always stay. */
export function addProfile(deps: ProfileDeps, source: string, replace: boolean): StoredProfile {
  const { profile, diagnostics } = parseProfile(source, deps.providerNames())
  if (!profile) {
    const [first] = diagnostics
    const place = first ? ` Line ${first.span.line}, column ${first.span.column}: ${first.message}` : ''
    throw invalid('profile.invalid', `The automation profile is not right; nothing was stored.${place}`, {
      hint: 'Correct what is listed, then add it again.',
      details: {
        diagnostics: diagnostics.map(({ span, ...rest }) => ({ ...rest, line: span.line, column: span.column })),
      },
    })
  }
  const all = deps.profiles.all()
  const builtin = all.find((one) => one.builtin && meansProfile(profile.name, one.name))
  if (builtin) {
    throw conflict('profile.builtin', `${builtin.name} comes with the application and cannot be replaced.`, {
      hint: 'Choose another name.',
      details: { profile: builtin.name },
    })
  }
  const known = all.find((one) => meansProfile(one.name, profile.name))
  if (known && !replace) {
    throw conflict('profile.exists', `The automation profile ${known.name} exists already; it was left as it is.`, {
      hint: 'Replace it with --replace, remove it first, or choose another name.',
      details: { profile: known.name },
    })
  }
  const stored = { ...profile, builtin: false, source, created: known?.created ?? deps.now() }
  deps.profiles.put(stored)
  deps.changed(stored.name)
  return stored
}
