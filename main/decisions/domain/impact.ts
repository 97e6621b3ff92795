import type { Decision } from './decision'

export type Impact = { readonly decisions: number; readonly files: number; readonly level: 'low' | 'medium' | 'high' }

/**
 * The ids that changing a decision would reach: its tree descendants and what any of them influenced, itself not
 * counted. Linear in decisions and links; a cycle of influence links ends it like any visited node.
 */
export function affectedBy(target: string, decisions: readonly Decision[]): ReadonlySet<string> {
  const next = new Map<string, string[]>()
  const link = (from: string, to: string) => {
    const list = next.get(from)
    if (list) list.push(to)
    else next.set(from, [to])
  }
  for (const decision of decisions) {
    if (decision.supersededAt !== null) continue
    if (decision.parentId) link(decision.parentId, decision.id)
    for (const source of decision.influencedBy) link(source, decision.id)
  }
  const reached = new Set<string>()
  const open = [target]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const to of next.get(id) ?? []) {
      if (to === target || reached.has(to)) continue
      reached.add(to)
      open.push(to)
    }
  }
  return reached
}

export function levelOf(decisions: number, files: number): Impact['level'] {
  const weight = Math.max(decisions, files)
  return weight >= 10 ? 'high' : weight >= 3 ? 'medium' : 'low'
}

/** How much hangs on a decision; from three decisions or files on it is medium, from ten on high. */
export function impactOf(target: string, decisions: readonly Decision[]): Impact {
  const reached = affectedBy(target, decisions)
  const files = new Set<string>()
  for (const decision of decisions) {
    if (decision.id === target || reached.has(decision.id)) decision.artifacts.forEach((path) => files.add(path))
  }
  return { decisions: reached.size, files: files.size, level: levelOf(reached.size, files.size) }
}
