/** The decision that a failure most likely goes back to. */
export type RootCause = { readonly decision: Candidate; readonly paths: readonly string[]; readonly why: string }

/** A decision as far as a cause is looked for in it. */
export type Candidate = {
  readonly id: string
  readonly seq: number
  readonly type: string
  readonly question: string
  readonly chosen: string
  readonly confidence: number | null
  readonly artifacts: readonly string[]
  readonly influencedBy: readonly string[]
  readonly parentId: string | null
  readonly supersededAt: number | null
}

const isChoice = ({ type, supersededAt }: Candidate): boolean =>
  supersededAt === null && (type === 'strategy_choice' || type === 'implementation_choice')

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Changed paths that a text names: whole, by their last parts, as a dotted module, or by a telling file name. */
export function namedPaths(text: string, changed: readonly string[]): readonly string[] {
  return changed.filter((path) => {
    const file = path.split('/').at(-1) ?? path
    const stem = file.replace(/\.[^.]+$/, '')
    const forms = [path, file, ...(stem.length >= 5 ? [stem] : [])]
    return forms.some((form) => new RegExp(`(?<![\\w-])${escaped(form)}(?![\\w-])`).test(text))
  })
}

const percent = (confidence: number | null): string =>
  confidence === null ? '' : `, and the actor was ${Math.round(confidence * 100)} % sure of it`

const list = (paths: readonly string[]): string =>
  `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`

/** Paths that decisions under a choice, or led to by it, touched. */
function reached(of: Candidate, all: readonly Candidate[]): ReadonlySet<string> {
  const paths = new Set<string>()
  const seen = new Set([of.id])
  const open = [of]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    one.artifacts.forEach((path) => paths.add(path))
    for (const next of all) {
      if (seen.has(next.id) || next.supersededAt !== null) continue
      if (next.parentId !== one.id && !next.influencedBy.includes(one.id)) continue
      seen.add(next.id)
      open.push(next)
    }
  }
  return paths
}

/**
 * Finds the choice behind a failure: the one whose own files the output names most, then the one that led to such files
 * through what it influenced; among equals the least certain, then the latest. Where no changed path is named, the choice
 * with the most files is suspected and the answer says so.
 */
export function findRootCause(
  output: string,
  changed: readonly string[],
  decisions: readonly Candidate[],
): RootCause | null {
  const named = new Set(namedPaths(output, changed))
  const rated = decisions.filter(isChoice).map((decision) => {
    const own = decision.artifacts.filter((path) => named.has(path))
    const led = [...reached(decision, decisions)].filter((path) => named.has(path))
    return { decision, own, led, files: decision.artifacts.length }
  })
  const by = <T>(one: T, other: T, ...keys: ((of: T) => number)[]) =>
    keys.map((key) => key(other) - key(one)).find((difference) => difference !== 0) ?? 0
  const [best] = rated.toSorted((one, other) =>
    by(
      one,
      other,
      ({ own }) => own.length,
      ({ led }) => led.length,
      ({ files }) => (named.size === 0 ? files : 0),
      ({ decision }) => 1 - (decision.confidence ?? 1),
      ({ decision }) => decision.seq,
    ),
  )
  if (!best) return null
  const { decision, own, led, files } = best
  const sure = percent(decision.confidence)
  if (own.length > 0)
    return { decision, paths: own, why: `The output names ${list(own)}, which this choice changed${sure}.` }
  if (led.length > 0)
    return { decision, paths: led, why: `The output names ${list(led)}, which came of what this choice led to${sure}.` }
  if (files === 0) return null
  return { decision, paths: [], why: `The output names no changed file; this choice changed the most files${sure}.` }
}
