import type { PlanView } from '@shared/contract/plan-view'
import { comesAgain } from '@shared/model/comes-again'
import { beforeApply, toRunFirst } from '../validations/words'

export type StepName = 'approve' | 'decide' | 'execute' | 'apply' | 'prompt' | 'choose' | 'sandbox' | 'stop' | 'cancel'
export type Step = { readonly name: StepName; readonly label: string; readonly primary: boolean }

type Standing = Pick<PlanView, 'phase' | 'state' | 'reason' | 'waiting_decisions' | 'files_modified'> &
  Parameters<typeof beforeApply>[0] & {
    readonly timing: Pick<PlanView['timing'], 'started'>
    readonly error: Pick<NonNullable<PlanView['error']>, 'code'> | null
  }

/** What can be changed where a check has failed and nobody has changed anything since. */
export type Remedies = { readonly choose: boolean; readonly sandbox: boolean }

const step = (name: StepName, label: string, primary = false): Step => ({ name, label, primary })
const guide = step('prompt', 'Guide')
const cancel = step('cancel', 'Cancel plan…')
const apply = (label = 'Apply…', primary = true) => step('apply', label, primary)

/** A decision is answered where its alternatives stand, never from afar; the step only leads there. */
const decideLabel = (waiting: number) => (waiting > 1 ? `Decide (${waiting})…` : 'Decide…')

function atGate(plan: Standing): readonly Step[] {
  if (plan.phase === 'execute') return [apply('Review and apply…'), guide, cancel]
  // Before the strategy has begun there is nothing of it to approve, though the task itself is among the decisions.
  const label = plan.timing.started === null ? 'Start strategy' : 'Approve strategy'
  return [step('approve', label, true), guide, cancel]
}

/** The same check of the same files only fails again: what changes the files comes first. */
function remedy({ choose, sandbox }: Remedies): readonly Step[] {
  if (choose) return [step('choose', 'Choose another…', true)]
  return sandbox ? [step('sandbox', 'Open the sandbox', true)] : []
}

function whileWaiting(plan: Standing, remedies: Remedies): readonly Step[] {
  if (plan.reason === 'phase_gate') return atGate(plan)
  if (plan.reason === 'guard') return [step('decide', 'Answer…', true), guide, cancel]
  if (plan.reason === 'low_confidence')
    return [step('decide', decideLabel(plan.waiting_decisions), true), guide, cancel]
  // A budget is raised where it is shown; without that the same call is only tried again.
  if (plan.reason === 'budget') return [step('execute', 'Try again'), guide, cancel]
  // A violated invariant is waived where it is shown; what can be done to the work itself stands here.
  if (plan.reason === 'invariant') return [step('execute', 'Check again'), guide, cancel]
  if (plan.phase === 'apply') return [apply('Apply again…'), cancel]
  const held = beforeApply(plan).blocking.length > 0
  const first = plan.reason === 'validation' && held && !toRunFirst(plan) ? remedy(remedies) : []
  const again = step('execute', plan.reason === 'validation' ? 'Check again' : 'Resume', first.length === 0)
  // Where nothing has changed there is nothing to apply as it is, and what a required check holds cannot be applied.
  const asItIs = plan.phase === 'execute' && plan.files_modified > 0 && !held
  return [...first, again, ...(asItIs ? [apply('Apply as it is…', false)] : []), guide, cancel]
}

/** What a person can do with a plan as it stands now, the likeliest first. */
export function possibleSteps(plan: Standing, remedies: Remedies = { choose: false, sandbox: false }): readonly Step[] {
  switch (plan.state) {
    case 'queued':
    case 'processing':
      return [step('stop', 'Stop'), guide, cancel]
    case 'awaiting_input':
      return whileWaiting(plan, remedies)
    case 'complete':
      if (plan.phase === 'strategize') return [step('execute', 'Execute', true), cancel]
      return plan.phase === 'execute' ? [apply('Review and apply…'), guide, cancel] : []
    case 'errored':
      // What a hook said stands above with the ways on; the same apply again would be refused again.
      if (plan.phase === 'apply') return [apply('Apply again…', plan.error?.code !== 'apply.hook_failed'), cancel]
      // Other words change what is tried; the same once more is not even likely to end otherwise.
      if (comesAgain(plan.error?.code ?? ''))
        return [step('prompt', 'Guide', true), step('execute', 'Try again'), cancel]
      return [step('execute', plan.error?.code === 'interrupted' ? 'Resume' : 'Try again', true), guide, cancel]
    case 'constrained':
      // After a conflict the likeliest step is to bring the plan up to date, which stands with what tells of it.
      return [apply('Apply again…', plan.reason !== 'conflict'), cancel]
    case 'applied':
    case 'cancelled':
      return []
  }
}
