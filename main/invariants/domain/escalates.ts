import { readGlobs } from '@shared/model/globs'
import type { Escalation } from '@shared/model/invariant'

/** What is known of a decision when it is recorded. */
export type Proposed = {
  readonly type: string
  readonly paths: readonly string[]
  /** What it asks and what it proposes, in words. */
  readonly words: string
}

/** Words of a text as a glob may name them: paths whole, and plain words; short ones name nothing. */
function candidates(words: string): readonly string[] {
  return words
    .split(/[\s"'`()<>,;:?!]+/)
    .map((word) => word.replace(/^[./]+|[.]+$/g, '').toLowerCase())
    .filter((word) => word.length > 2)
}

/** Whether a rule sends this decision to a person: all of them, its type, its paths, or what it names in words. */
export function escalates(rule: Escalation, decision: Proposed): boolean {
  if (rule.always || rule.decisionTypes.includes(decision.type)) return true
  return pathsEscalate(rule, decision.paths) || pathsEscalate(rule, candidates(decision.words))
}

export function pathsEscalate(rule: Escalation, paths: readonly string[]): boolean {
  return paths.some(readGlobs(rule.paths.filter((glob) => glob !== '')))
}
