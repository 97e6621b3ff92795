import type { InboxItem } from '@shared/contract/inbox'
import { plural } from '@shared/model/plural'
import type { Decision } from '../../decisions'
import type { PlanInvariants } from '../../invariants'
import type { Finding } from '../../sandboxes'
import { driftSentence, standingDrift } from '../domain/drift'
import { readGuardRationale } from '../domain/guard'
import type { Plan } from '../domain/plan'
import { standingSentence } from '../domain/standing-sentence'
import type { BudgetReads } from '../raise-budget'
import { budgetView } from './budget-view'
import { escalationView, type EscalationReads } from './control-view'
import { decisionNode } from './decision-view'
import { shortId } from './plan-view'
import { sandboxProblem } from './sandbox-view'

/** What stands beside a plan in other tables, as far as the inbox tells it. */
export type Beside = BudgetReads & {
  readonly decisions: {
    readonly waiting: (planId: string) => readonly Decision[]
    readonly latestReversion: (planId: string) => Decision | undefined
  }
  readonly invariants: EscalationReads['invariants'] & Pick<PlanInvariants, 'violated' | 'ofPlan'>
  /** Files that Apply would bring, of plans of which something is rejected. */
  readonly accepted: ReadonlyMap<string, number>
}

const startNames = { strategize: 'Start strategy', execute: 'Approve strategy', apply: 'Apply the changes' } as const

function item(
  plan: Plan,
  kind: InboxItem['kind'],
  why: string,
  approve: string | null,
  decision: Decision | null = null,
): InboxItem {
  return {
    id: `${plan.id}:${decision?.id ?? plan.version}`,
    plan_id: plan.id,
    short_id: shortId(plan.id),
    title: plan.title,
    action: plan.action.name,
    projects: plan.projects.map((project) => project.name),
    kind,
    why,
    approve_label: approve,
    phase: plan.phase,
    reason: plan.reason,
    decision: decision && decisionNode(decision, plan),
    budget: null,
    detail: null,
    sandbox: null,
    error: plan.error && { ...plan.error, details: plan.error.details ?? null },
    files_modified: plan.filesModified,
    since: plan.updated,
    snoozed_until: null,
  }
}

/** How many of the changed files Apply would bring, and the rules that do not hold it any more. */
function applySentence(deps: Beside, { id, filesModified }: Plan): string {
  const accepted = deps.accepted.get(id) ?? filesModified
  const waived = deps.invariants
    .ofPlan(id)
    .flatMap(({ text, verdict, waivedReason }) =>
      verdict !== 'waived' || waivedReason === null ? [] : [` Waived: ${text} (${waivedReason.replace(/\.$/, '')}).`],
    )
    .join('')
  if (accepted === 0 && filesModified > 0) return `Execute is complete, and every change is rejected.${waived}`
  if (accepted >= filesModified) {
    const wait = plural(filesModified, 'changed file waits', 'changed files wait')
    const reach = filesModified === 1 ? 'it reaches' : 'they reach'
    return `Execute is complete: ${wait} for your approval before ${reach} the repository.${waived}`
  }
  const [wait, reach] = accepted === 1 ? ['waits', 'it reaches'] : ['wait', 'they reach']
  const most = `${accepted} of ${plural(filesModified, 'changed file')}`
  return `Execute is complete: ${most} ${wait} for your approval before ${reach} the repository; the rest is rejected.${waived}`
}

function gateSentence(deps: Beside, plan: Plan): string {
  switch (plan.gate) {
    case 'apply':
      return applySentence(deps, plan)
    case 'execute':
      return 'The strategy is ready and waits for your approval before anything is executed.'
    default:
      return 'The plan waits for your start.'
  }
}

function decisionSentence(deps: EscalationReads, decision: Decision): string {
  const escalation = escalationView(deps, decision)
  if (escalation) return `The ${escalation.scope} invariant asks for you: ${escalation.text}`
  const { confidence, threshold } = decision
  if (threshold !== null && threshold >= 1) return 'The profile leaves this decision to you.'
  return `The actor is ${Math.round((confidence ?? 0) * 100)} % sure; the profile asks from below ${Math.round((threshold ?? 1) * 100)} %.`
}

/** The checkpoint that the latest rollback went to, as the tree tells it. */
function rolledBackTo(deps: Beside, plan: Plan): string {
  const reversion = deps.decisions.latestReversion(plan.id)
  return reversion ? ` to ${reversion.chosen.replace(/^Checkpoint/, 'checkpoint')}` : ''
}

/** A sandbox of a plan that others have done something to. */
export function sandboxItem(plan: Plan, finding: Finding): InboxItem {
  const problem = sandboxProblem(finding)
  const id = `${plan.id}:sandbox:${finding.resourceId}:${finding.condition}`
  return { ...item(plan, 'sandbox', problem.message, null), id, error: null, sandbox: problem }
}

/** Everything that a plan whose end has not begun waits for a person with; empty where it waits for nobody. */
export function inboxItems(deps: Beside, plan: Plan): readonly InboxItem[] {
  if (plan.state === 'constrained' && plan.reason === 'validation')
    return [
      item(
        plan,
        'other',
        'Apply was refused: a required validation had not passed on these changes. Applying again runs what has not passed since.',
        null,
      ),
    ]
  if (plan.state === 'constrained')
    return [
      item(plan, 'conflict', 'Apply was refused because of conflicts; the repository is untouched.', 'Apply again'),
    ]
  if (plan.state === 'errored')
    return [
      item(
        plan,
        'error',
        plan.error?.message ?? 'The plan failed.',
        plan.error?.recoverable === false || plan.phase === 'apply' ? null : 'Try again',
      ),
    ]
  if (plan.state !== 'awaiting_input') return []
  switch (plan.reason) {
    case 'phase_gate':
      return [item(plan, 'phase_gate', gateSentence(deps, plan), startNames[plan.gate ?? plan.phase])]
    case 'low_confidence':
      return deps.decisions
        .waiting(plan.id)
        .map((decision) => item(plan, 'decision', decisionSentence(deps, decision), 'Accept the proposal', decision))
    case 'guard':
      return deps.decisions.waiting(plan.id).map((decision) => {
        const { why, call } = readGuardRationale(decision.rationale)
        return { ...item(plan, 'guard', why, 'Allow this call', decision), detail: call }
      })
    case 'budget': {
      const budget = budgetView(deps, plan)
      return [{ ...item(plan, 'budget', budget.held?.why ?? 'Its budget is used up.', 'Try again'), budget }]
    }
    case 'invariant': {
      const broken = deps.invariants.violated(plan.id).map(({ scope, text }) => `the ${scope} invariant "${text}"`)
      return [item(plan, 'other', `The work violates ${broken.join(' and ')}.`, null)]
    }
    case 'validation':
      return [item(plan, 'other', 'A required validation has not passed on these changes.', 'Check again')]
    case 'rolled_back':
      return [
        item(
          plan,
          'other',
          `You rolled this plan back${rolledBackTo(deps, plan)}. It goes on from there, or with your guidance.`,
          'Go on from here',
        ),
      ]
    case 'stopped':
      return [item(plan, 'stopped', 'You stopped this plan; its work is kept.', 'Resume')]
    case 'restored':
      return [item(plan, 'other', 'This plan was cancelled and then brought back, with its work.', 'Resume')]
    case 'source_changed':
      return [
        item(
          plan,
          'other',
          `${driftSentence(standingDrift(plan))} Go on with what the plan has, bring it up to date, or cancel it.`,
          'Go on',
        ),
      ]
    default:
      return [item(plan, 'other', `${standingSentence(plan)}.`, 'Go on')]
  }
}
