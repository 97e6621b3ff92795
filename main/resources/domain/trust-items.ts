import { type ConfigEntry, isOwnEntry } from './git-output'
import { redactUrls } from './redact-url'

/** Something that would be able to run once the repository is trusted. */
export type TrustItem = { readonly path: string; readonly kind: string; readonly text: string }

/** An item as it was trusted; the hash covers its whole content. */
export type TrustedItem = { readonly path: string; readonly kind: string; readonly hash: string }

/** What happened to the trusted items since, a sentence for each. */
export function trustChanges(before: readonly TrustedItem[], now: readonly TrustedItem[]): readonly string[] {
  const places = (items: readonly TrustedItem[]) => Map.groupBy(items, ({ kind, path }) => `${kind} ${path}`)
  const [then, present] = [places(before), places(now)]
  const hashes = (items: readonly TrustedItem[] = []) => items.map(({ hash }) => hash).join()
  return [...new Set([...then.keys(), ...present.keys()])].flatMap((place) => {
    if (!present.has(place)) return [`${place} is gone`]
    if (!then.has(place)) return [`${place} is new`]
    return hashes(then.get(place)) === hashes(present.get(place)) ? [] : [`${place} was changed`]
  })
}

/** Configuration that makes git start a program or reach elsewhere; keys are lower case but for their middle part. */
const runningKeys = [
  /^core\.(fsmonitor|hookspath|sshcommand|editor|pager|askpass|gitproxy|alternaterefscommand)$/,
  /^sequence\.editor$/,
  /^(diff\.external|diff\..+\.(command|textconv)|difftool\..+\.cmd|interactive\.difffilter)$/,
  /^(merge\..+\.driver|mergetool\..+\.cmd)$/,
  /^filter\..+\.(clean|smudge|process)$/,
  /^credential\.(.+\.)?helper$/,
  /^gpg\.(.+\.)?program$|^gpg\.ssh\.defaultkeycommand$/,
  /^(alias|pager|hook|browser|man|guitool)\..+$/,
  /^remote\..+\.(uploadpack|receivepack|vcs|proxy)$/,
  /^(uploadpack\.packobjectshook|protocol\.(.+\.)?allow|init\.templatedir)$/,
  /^submodule\..+\.update$/,
  /^trailer\..+\.(command|cmd)$/,
  /^tar\..+\.command$/,
  /^include(if\..+)?\.path$/,
  /^url\..+\.(insteadof|pushinsteadof)$/,
]

/** Entries of the repository's own configuration that can make a program run; `placeOf` names the file they come from. */
export function configTrustItems(
  entries: readonly ConfigEntry[],
  placeOf: (origin: string) => string,
): readonly TrustItem[] {
  return entries
    .filter((entry) => isOwnEntry(entry) && runningKeys.some((pattern) => pattern.test(entry.key)))
    .filter((entry) => !(entry.key === 'core.fsmonitor' && /^(false|no|off|0|)$/i.test(entry.value)))
    .map((entry) => ({
      path: placeOf(entry.origin.replace(/^file:/, '')),
      kind: 'git config',
      text: redactUrls(`${entry.key} = ${entry.value}`),
    }))
}

/** The hooks folder that the configuration names, as written; undefined where it is the repository's own. */
export function configuredHooksFolder(entries: readonly ConfigEntry[]): string | undefined {
  const named = entries.filter((entry) => entry.key === 'core.hookspath' && entry.scope !== 'command')
  return named.at(-1)?.value
}
