import type { Verdict } from '@shared/model/invariant'

/** One thing that breaks a rule. Each of its keys names it: a waiver that was given for one of them covers it. */
export type Finding = { readonly keys: readonly string[]; readonly what: string }

/** What a look at a rule found: nothing where it holds. */
export type Found = { readonly evidence: string; readonly findings: readonly Finding[] }

type Waiver = { readonly waivedReason: string | null; readonly waivedFor: readonly string[] }

/** What of this a person has not set aside. */
export function uncovered(waiver: Waiver, findings: readonly Finding[]): readonly Finding[] {
  if (waiver.waivedReason === null) return findings
  return findings.filter(({ keys }) => !keys.some((key) => waiver.waivedFor.includes(key)))
}

const shown = 10

/** The verdict on what was found, with evidence that tells what an earlier waiver does not reach. */
export function verdictOn(waiver: Waiver, found: Found): { readonly verdict: Verdict; readonly evidence: string } {
  const { evidence, findings } = found
  if (findings.length === 0) return { verdict: 'holds', evidence }
  const open = uncovered(waiver, findings)
  if (open.length === 0) return { verdict: 'waived', evidence }
  if (waiver.waivedReason === null) return { verdict: 'violated', evidence }
  const rest = open.length > shown ? ` and ${open.length - shown} more` : ''
  const beyond =
    open.length === findings.length
      ? 'this'
      : `${open
          .slice(0, shown)
          .map(({ what }) => what)
          .join(', ')}${rest}`
  return {
    verdict: 'violated',
    evidence: `${evidence}; an earlier waiver ("${waiver.waivedReason}") does not cover ${beyond}`,
  }
}

/** What a waiver covers once it is given for what was found, beside what it covered before. */
export const coveredWith = (waiver: Waiver, findings: readonly Finding[]): readonly string[] => [
  ...new Set([...waiver.waivedFor, ...findings.flatMap(({ keys }) => keys)]),
]

/** Begins the key that names a finding by the state of all files that it was found in. */
const ofFiles = 'files '

export const filesKey = (state: string): string => `${ofFiles}${state}`

/**
 * What a waiver covers where it covers all that was found: the states of the files that this was found in too, so that a
 * command that says it in other words each time asks nobody again.
 */
export const carriedOn = (waiver: Waiver, findings: readonly Finding[]): readonly string[] => [
  ...new Set([...waiver.waivedFor, ...findings.flatMap(({ keys }) => keys.filter((key) => key.startsWith(ofFiles)))]),
]
