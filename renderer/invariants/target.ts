import type { InvariantView } from '@shared/contract/invariants'

/** A place that rules are given to. */
export type InvariantTarget =
  | { readonly scope: 'global' }
  | { readonly scope: 'project' | 'action'; readonly name: string }
  | { readonly scope: 'plan'; readonly id: string }

/** The question for what holds there. */
export function askOf(target: InvariantTarget) {
  switch (target.scope) {
    case 'global':
      return { effective: true }
    case 'project':
      return { project: target.name, effective: true }
    case 'action':
      return { action: target.name, effective: true }
    case 'plan':
      return { plan: target.id, effective: true }
  }
}

/** The part of an addition that says where. */
export function whereOf(target: InvariantTarget) {
  switch (target.scope) {
    case 'global':
      return { global: true }
    case 'project':
      return { projects: [target.name] }
    case 'action':
      return { actions: [target.name] }
    case 'plan':
      return { plans: [target.id] }
  }
}

export function belongsTo(rule: Pick<InvariantView, 'scope' | 'source'>, target: InvariantTarget): boolean {
  // A plan only ever holds rules of its own, whose source is its title.
  const named = target.scope === 'project' || target.scope === 'action'
  return rule.scope === target.scope && (!named || rule.source === target.name)
}
