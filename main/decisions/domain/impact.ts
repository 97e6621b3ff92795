import type { Decision } from './decision'

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
