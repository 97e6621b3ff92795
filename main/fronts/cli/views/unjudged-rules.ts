import type { InvariantView } from '@shared/contract/invariants'
import type { PlanView } from '@shared/contract/plan-view'
import { isBuiltIn, judgesWords } from '@shared/model/built-in'
import { nextCheck } from '@shared/model/next-check'
import type { Message } from '../command'
import { checksText } from './invariant-blocks'

type Actors = Readonly<Record<string, string | null>>
type Rule = Pick<InvariantView, 'text' | 'checks'>

const isModel = (actor: string | null | undefined): boolean => Boolean(actor) && !isBuiltIn(actor ?? '')

const isChecked = ({ checks }: Rule): boolean => checksText({ ...checks, escalate: null }) !== ''

/** One that asks for a person is kept by that, whoever judges. */
const isInWords = ({ checks }: Rule): boolean => checksText(checks) === ''

/** Why a rule of a plan has no verdict. */
export function whyUnchecked(rule: Rule, plan: Pick<PlanView, 'actors' | 'phase' | 'state' | 'gate'>): string {
  if (!isChecked(rule) && !judgesWords(plan.actors))
    return isInWords(rule) ? 'not checked: a rule in words needs a model to judge it' : checksText(rule.checks)
  return nextCheck(plan, isChecked(rule) ? 'machine' : 'judge')
}

/** Says of rules in words that nobody heeds them, where all these actors are built-in. */
export function unjudgedWarnings(rules: readonly Rule[], actors: Actors): readonly Message[] {
  const { strategy, execution } = actors
  const isHeeded = judgesWords(actors) || isModel(strategy) || isModel(execution)
  const unjudged = isHeeded ? [] : rules.filter(isInWords)
  return unjudged.map(({ text }) => ({
    level: 'warn',
    text: `Not checked: "${text}" is a rule in words and needs a model to judge it. Name an invariant_actor in the action, or give the rule paths or a command.`,
  }))
}
