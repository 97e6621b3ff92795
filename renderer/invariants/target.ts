import type { InvariantView } from '@shared/contract/invariants'

/** A place that rules are given to. */
export type InvariantTarget =
  | { readonly scope: 'global' }
  | { readonly scope: 'project' | 'action'; readonly name: string }

/** The question for what holds there. */
export function askOf(target: InvariantTarget) {
  switch (target.scope) {
    case 'global':
      return { effective: true }
    case 'project':
      return { project: target.name, effective: true }
    case 'action':
      return { action: target.name, effective: true }
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
  }
}

/** Where a rule stands, so that it can be put back there. */
export function targetOf({ scope, source }: Pick<InvariantView, 'scope' | 'source'>) {
  return scope === 'plan' ? { plans: [source] } : whereOf(scope === 'global' ? { scope } : { scope, name: source })
}

export function belongsTo(rule: Pick<InvariantView, 'scope' | 'source'>, target: InvariantTarget): boolean {
  return rule.scope === target.scope && (target.scope === 'global' || rule.source === target.name)
}
