import { hasModel } from '@shared/model/built-in'
import { phases } from '@shared/model/plan'
import type { PlanView } from '@shared/contract/plan-view'
import { grouped, plural } from '@shared/model/plural'
import { fields, lines, present, type Block, type Line } from '../output/block'
import { costBlock, rootCauseBlock } from './insight-blocks'
import { invariantTable } from './invariant-blocks'
import { riskBlock } from './risk-block'
import { standingLines } from './validation-blocks'
import { duration, moment, orNone, phaseName, stateName, yesNo } from './text'
import { whyUnchecked } from './unjudged-rules'

const sources: Readonly<Record<string, string>> = {
  plan: 'plan override',
  action: 'action',
  project: 'project',
  global: 'global setting',
  default: 'default',
}

export const planHead = (title: string, plan: PlanView): Block =>
  fields(title, [
    ['Plan', plan.plan_id],
    ['Phase', phaseName(plan.phase)],
    ['State', stateName(plan)],
    ['Action', plan.action],
    [plan.projects.length > 1 ? 'Projects' : 'Project', plan.projects.join(', ')],
    ['Automation', plan.automation_profile],
    ['Attempt', String(plan.attempt)],
    ['Parent', plan.parent_plan_id],
  ])

export const nextSteps = (plan: Pick<PlanView, 'next_steps'>): Block | null =>
  plan.next_steps.length > 0
    ? lines(
        'Next Steps',
        plan.next_steps.map((step) => `- ${step}`),
      )
    : null

export function noticeLines(
  plan: Pick<PlanView, 'notices'> & Partial<Pick<PlanView, 'sandbox_problems' | 'source_drift'>>,
): Block | null {
  const problems = (plan.sandbox_problems ?? []).map(({ message, hint, code }) => `${message} ${hint} (${code})`)
  const drift = (plan.source_drift ?? []).map(
    ({ resource, paths }) => `${paths.join(', ')} changed in the source of ${resource} while this plan worked`,
  )
  const all = [...problems, ...drift, ...plan.notices]
  return all.length > 0
    ? lines(
        'Notices',
        all.map((notice): Line => ({ text: `- ${notice}`, tone: 'warn' })),
      )
    : null
}

function progress(plan: PlanView): Block {
  const at = phases.indexOf(plan.phase)
  // At the gate to the next phase this one is done; a plan that has not begun waits at the gate to its first.
  const gate = plan.reason === 'phase_gate' && plan.timing.started !== null
  return lines(
    'Progress',
    phases.map((phase, index): Line => {
      const name = `${phase.charAt(0).toUpperCase()}${phase.slice(1)}`
      if (index < at || (gate && index === at)) return { text: `✓ ${name}`, tone: 'good' }
      if (gate && index === at + 1) return { text: `• ${name} (awaiting your approval)`, tone: 'warn' }
      if (index > at) return { text: `○ ${name}`, tone: 'dim' }
      if (plan.state === 'applied' || plan.state === 'complete') return { text: `✓ ${name}`, tone: 'good' }
      const failed = plan.state === 'errored' || plan.state === 'cancelled' || plan.state === 'constrained'
      return failed
        ? { text: `✗ ${name} (${stateName(plan)})`, tone: 'bad' }
        : { text: `• ${name} (${stateName(plan)})`, tone: 'warn' }
    }),
  )
}

export const errorDetail = (plan: PlanView): Block | null =>
  plan.error &&
  fields('Error Detail', [
    ['Error', plan.error.message],
    ['Code', plan.error.code],
    ['Tool', plan.error.tool],
    ['Step', plan.error.step === null ? null : String(plan.error.step)],
    ['Recoverable', plan.error.recoverable ? `yes: ${plan.error.hint}` : 'no'],
    [hasModel(plan.actors) ? 'Model said' : 'Actor said', plan.error.raw],
  ])

/** What a hook that refused an apply said, whole. */
export function hookBlock({ error }: PlanView): Block | null {
  if (error?.code !== 'apply.hook_failed') return null
  const { hook, output } = error.details ?? {}
  const said = String(output ?? '').trimEnd()
  return lines(`Output of the Hook ${String(hook)}`, said.split('\n'))
}

export function appliedBlock(plan: PlanView): Block | null {
  if (!plan.applied) return null
  const told = plan.applied.map((item) => {
    const where = item.branch ? ` to ${item.branch}` : ''
    const commit = item.commit ? `, commit ${item.commit.slice(0, 12)}` : ''
    const notices = item.notices.map((notice) => `\n  ${notice}`).join('')
    return `${item.resource}: ${plural(item.files, 'file')}${where} (${item.mode}${commit})${notices}`
  })
  return lines(plan.apply_undone === null ? 'Applied' : 'Applied, Then Undone', told)
}

/** Each rule with the verdict of the last look. */
const invariantsBlock = (plan: PlanView): Block =>
  lines(
    'Invariants',
    plan.invariants.map(
      ({ id, scope, source, text, checks, verdict, evidence, waived_reason: reason, added_later: later }): Line => {
        const where = `${scope === 'global' ? 'global' : `${scope} ${source}`}${later ? ', added after the plan was made' : ''}`
        if (verdict === null)
          return { text: `○ ${text} (${where}): ${whyUnchecked({ text, checks }, plan)}`, tone: 'dim' }
        if (verdict === 'waived') return { text: `– ${text} (${where}): waived: ${reason}`, tone: 'warn' }
        const why = evidence === '' ? '' : `: ${evidence}`
        return verdict === 'holds'
          ? { text: `✓ ${text} (${where})${why}`, tone: 'good' }
          : { text: `✗ ${text} (${where}; ${id})${why}`, tone: 'bad' }
      },
    ),
  )

const escalationBlock = (plan: PlanView): Block | null =>
  plan.escalation &&
  fields('Escalation', [
    ['Decision', plan.escalation.decision_id],
    ['Type', plan.escalation.type],
    ['Question', plan.escalation.question],
    ['Confidence', confidenceText(plan.escalation)],
    ['Invariant', `"${plan.escalation.text}" (${plan.escalation.scope})`],
  ])

/** What a decision's confidence would have meant, had no rule sent it to a person. */
function confidenceText({
  confidence,
  would_proceed: wouldProceed,
}: NonNullable<PlanView['escalation']>): string | null {
  if (confidence === null) return null
  return `${confidence.toFixed(2)} (${wouldProceed ? 'would go on by itself, but an invariant asks for you' : 'below its threshold too'})`
}

/** What the plan is held for: its budget, or calls that a guard asks about. */
const heldBlock = (plan: PlanView): Block | null =>
  plan.budget.held &&
  fields('Budget', [
    ['Held', plan.budget.held.why],
    ['Model', plan.budget.held.model],
  ])

export const reportBlock = (report: string | null): Block | null =>
  report ? lines('Report', report.split('\n')) : null

/** Everything that `plan status` shows. */
export function statusBlocks(plan: PlanView): Block[] {
  const sandboxes = plan.resources.filter((resource) => resource.sandbox_path)
  return present(
    planHead('Plan Status', plan),
    progress(plan),
    escalationBlock(plan),
    heldBlock(plan),
    errorDetail(plan),
    hookBlock(plan),
    rootCauseBlock(plan),
    fields('Timing', [
      ['Created', moment(plan.timing.created)],
      ['Started', plan.timing.started === null ? null : moment(plan.timing.started)],
      ['Ended', plan.timing.ended === null ? null : moment(plan.timing.ended)],
      ['Elapsed', duration(plan.timing.elapsed_ms)],
    ]),
    fields('Execution Detail', [
      ...sandboxes.map((resource) => ['Sandbox', `${resource.sandbox_strategy} ${resource.sandbox_path}`] as const),
      ['Tool Calls', String(plan.tool_calls)],
      ['Files Modified', String(plan.files_modified)],
      ['Decisions', `${plan.decisions}${plan.waiting_decisions > 0 ? ` (${plan.waiting_decisions} waiting)` : ''}`],
      ['Checkpoints', String(plan.checkpoints)],
      ['Guidance', plan.guidance.pending.length > 0 ? `${plan.guidance.pending.length} pending` : null],
    ]),
    standingLines('Validations', plan.validations),
    invariantsBlock(plan),
    riskBlock(plan.risk),
    costBlock(plan),
    appliedBlock(plan),
    reportBlock(plan.report),
    noticeLines(plan),
    nextSteps(plan),
  )
}

/** Everything that `plan use` shows of the new plan. */
export function createdBlocks(plan: PlanView): Block[] {
  const inputs = Object.entries(plan.args).map(([name, value]) => `- ${name}=${JSON.stringify(value)}`)
  const types = [...new Set(plan.resources.map((resource) => resource.type))].join(', ')
  return present(
    planHead('Plan Created', plan),
    lines('Inputs', inputs),
    fields('Actors', [
      ['Strategy', orNone(plan.actors.strategy)],
      ['Execution', orNone(plan.actors.execution)],
      ['Invariant', plan.actors.invariant],
    ]),
    fields('Automation', [
      ['Profile', plan.automation_profile],
      ['Source', sources[plan.profile_source] ?? plan.profile_source],
      ['Read-Only', yesNo(plan.read_only)],
    ]),
    fields('Context', [
      ['Resources', `${plan.context.resources} (${types})`],
      ['Indexed Files', grouped(plan.context.indexed_files)],
      ['View', plan.context.view],
    ]),
    plan.invariants.length > 0 && invariantTable('Plan Invariants', plan.invariants, ''),
    noticeLines(plan),
    nextSteps(plan),
  )
}

/** Where a plan came to rest after it was followed. */
export function restBlocks(title: string, plan: PlanView): Block[] {
  return present(
    planHead(title, plan),
    progress(plan),
    escalationBlock(plan),
    heldBlock(plan),
    errorDetail(plan),
    hookBlock(plan),
    rootCauseBlock(plan),
    standingLines('Validations', plan.validations),
    invariantsBlock(plan),
    appliedBlock(plan),
    reportBlock(plan.report),
    noticeLines(plan),
    nextSteps(plan),
  )
}
