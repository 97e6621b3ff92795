import type { InvariantView, LeftPlanView, ReachedPlanView } from '@shared/contract/invariants'
import type { InvariantScope } from '@shared/model/invariant'
import { plural } from '@shared/model/plural'

type Rule = Pick<InvariantView, 'scope' | 'source' | 'checks'>

/** Where a rule comes from, which is also why it holds here. */
export function sourceWords({ scope, source }: Pick<Rule, 'scope' | 'source'>): string {
  switch (scope) {
    case 'global':
      return 'Holds everywhere, from the settings'
    case 'project':
      return `From the project ${source}`
    case 'action':
      return `From the action ${source}`
    case 'plan':
      return 'Given to this plan alone'
  }
}

export const scopeWords: Readonly<Record<InvariantScope, string>> = {
  global: 'global',
  project: 'project',
  action: 'action',
  plan: 'plan',
}

export function commandLine(command: string | readonly string[]): string {
  return typeof command === 'string' ? command : command.join(' ')
}

/** When a person is asked, in one sentence. */
export function escalationWords(escalate: NonNullable<Rule['checks']['escalate']>): string {
  if (escalate.always) return 'Asks a person about every decision'
  const parts = [
    ...(escalate.decision_types.length > 0 ? [`decisions about ${escalate.decision_types.join(', ')}`] : []),
    ...(escalate.paths.length > 0 ? [`changes in ${escalate.paths.join(', ')}`] : []),
  ]
  return `Asks a person about ${parts.join(' and ')}`
}

/** What a machine checks of a rule; empty where its text alone is judged. */
export function checkWords({ checks }: Pick<Rule, 'checks'>): readonly string[] {
  return [
    ...(checks.only_paths ? [`Only ${checks.only_paths.join(', ')} may change`] : []),
    ...(checks.never_paths ? [`Nothing in ${checks.never_paths.join(', ')} may change`] : []),
    ...(checks.command ? [`${commandLine(checks.command)} has to exit with 0`] : []),
    ...(checks.escalate ? [escalationWords(checks.escalate)] : []),
  ]
}

/** Who judges a rule that is in words alone and has no verdict yet; null where a machine checks it, or no plan tells. */
export function judgeSentence(rule: Pick<InvariantView, 'checks' | 'verdict'>, byModel?: boolean): string | null {
  if (byModel === undefined || rule.verdict !== null || checkWords(rule).length > 0) return null
  return byModel ? 'judged by a model' : 'not checked: needs a model to judge it'
}

/** What a new rule means for plans. */
export function reachWords(scope: InvariantScope, plans: readonly Pick<ReachedPlanView, 'reached' | 'why'>[]): string {
  if (scope === 'plan') return 'This plan holds it from its next check on.'
  const held = plans.filter(({ reached }) => reached).length
  const left = plans.find(({ reached }) => !reached)
  const now = held === 0 ? '' : ` and ${plural(held, 'plan')} under way, from the next check on`
  const not = left ? ` ${plural(plans.length - held, 'plan')} under way cannot: ${left.why}.` : ''
  return `Plans made from now on hold it${now}.${not}`
}

/** What became of plans under way once a rule is removed. */
export function leftWords(scope: InvariantScope, plans: readonly Pick<LeftPlanView, 'instead'>[]): string {
  const instead = plans.flatMap((plan) => plan.instead)
  const back =
    instead.length === 0 ? '' : ` What had given way to it holds there now: ${[...new Set(instead)].join('; ')}.`
  if (scope === 'plan') return `It no longer holds for this plan.${back}`
  const now =
    plans.length === 0 ? '' : `, nor ${plans.length === 1 ? 'does' : 'do'} ${plural(plans.length, 'plan')} under way`
  return `New plans no longer hold it${now}.${back}`
}

/** Globs as they are typed: apart by commas or lines. */
export function globsOf(typed: string): string[] {
  return typed
    .split(/[,\n]/)
    .map((glob) => glob.trim())
    .filter((glob) => glob !== '')
}
