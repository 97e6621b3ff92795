import type { ActivityItem } from '@shared/contract/activity'
import type { DecisionNode } from '@shared/contract/decisions'
import type { PlanView } from '@shared/contract/plan-view'
import { Refusal } from '@shared/model/refusal'
import { askedAt } from './asked-at'
import type { Call, Outcome } from './command'
import type { Block } from './output/block'
import { harmless } from './output/width'
import { standing } from './views/text'
import { CoreLost } from './wire'

/** How often a core that went away is looked for again before it is given up. */
const mostReconnects = 3

/** Whether nothing more happens by itself. */
export function isResting(plan: Pick<PlanView, 'state'>): boolean {
  return plan.state !== 'queued' && plan.state !== 'processing'
}

/** Exit 0 where a plan rests or is done, 1 where it failed, was refused or was cancelled. */
export function isFailure(plan: Pick<PlanView, 'state'>): boolean {
  return plan.state === 'errored' || plan.state === 'cancelled' || plan.state === 'constrained'
}

/** How a command ends that shows a plan as it stands: no plan that went wrong is called in order. */
export const standingOutcome = (plan: PlanView): Pick<Outcome, 'status' | 'verdict'> => ({
  ...(plan.state === 'errored' || plan.state === 'constrained' ? { status: 'warn' } : {}),
  verdict: standing(plan),
})

const marks: Partial<Record<ActivityItem['kind'], string>> = {
  decision: '◆',
  checkpoint: '⚑',
  error: '✗',
  retry: '↻',
  state: '▸',
  tool_call: '·',
  guidance: '›',
  notice: 'ℹ',
}

function progressLine(item: ActivityItem): string | null {
  const mark = marks[item.kind]
  return mark === undefined ? null : `  ${mark} ${harmless(item.title)}`
}

export type Followed = {
  readonly plan: PlanView
  readonly interrupted: boolean
  /** The decisions that wait for an answer. */
  readonly waiting: readonly DecisionNode[]
}

async function waitingDecisions({ client }: Pick<Call, 'client'>, plan: PlanView): Promise<readonly DecisionNode[]> {
  if (plan.waiting_decisions === 0 || plan.state !== 'awaiting_input') return []
  const { nodes } = await client.plans.tree({ plan_id: plan.plan_id })
  return nodes.filter((node) => node.waiting)
}

/** What is asked, with the alternatives numbered as `plan approve --choose` takes them. */
function questionBlock(node: DecisionNode): Block {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const sure = node.confidence === null ? '' : ` (${percent(node.confidence)} sure)`
  // Nothing is proposed about a call that a guard holds.
  const mark = (proposed: boolean) => (proposed && node.type !== 'tool_invocation' ? ` ← proposed${sure}` : '')
  const lines = node.alternatives.map(({ text, proposed }, index) => `${index + 1}. ${text}${mark(proposed)}`)
  return { kind: 'lines', title: node.question, lines: lines.length > 0 ? lines : [`${node.proposed}${sure}`] }
}

/** Follows a plan until it rests, with its activity on standard error; Ctrl-C ends the following, not the plan. */
export async function followPlan(
  { client, caller }: Pick<Call, 'client' | 'caller'>,
  plan: PlanView,
): Promise<Followed> {
  if (isResting(plan)) return { plan, interrupted: false, waiting: await waitingDecisions({ client }, plan) }
  const abort = new AbortController()
  const release = caller.onInterrupt(() => abort.abort())
  let last = plan
  let seq = 0
  // What came before is history, which `plan status` and the desktop show.
  const began = askedAt()
  const show = (items: readonly ActivityItem[]) => {
    for (const item of items) {
      if (item.seq <= seq) continue
      seq = item.seq
      const line = item.at < began ? null : progressLine(item)
      if (line) caller.progress(line)
    }
  }
  let stalled: string | null = null
  const stall = ({ unrecorded }: PlanView) => {
    const line = unrecorded && `  ! ${harmless(`${unrecorded.message} ${unrecorded.hint}`)}`
    if (line !== null && line !== stalled) caller.progress(line)
    stalled = line
  }
  const once = async () => {
    const after = seq > 0 ? { after: seq } : {}
    const events = await client.plans.activity({ plan_id: plan.plan_id, ...after }, { signal: abort.signal })
    for await (const event of events) {
      if (event.type === 'snapshot' || event.type === 'append') show(event.items)
      if (event.type === 'snapshot' || event.type === 'plan') {
        last = event.plan
        stall(last)
      }
      if (isResting(last)) return
    }
  }
  try {
    for (let tries = 0; !isResting(last) && !abort.signal.aborted; tries += 1) {
      try {
        await once()
      } catch (error) {
        // The core went away: another one says what became of the plan.
        const gone = error instanceof CoreLost || (error instanceof Refusal && error.data.code === 'core.lost')
        if (abort.signal.aborted) break
        if (!gone || tries >= mostReconnects) throw error
        last = await client.plans.status({ plan_id: plan.plan_id })
      }
    }
  } finally {
    release()
  }
  const interrupted = !isResting(last)
  return { plan: last, interrupted, waiting: interrupted ? [] : await waitingDecisions({ client }, last) }
}

/** What a followed plan came to, as a command's outcome. */
export function followedOutcome(
  { plan, interrupted, waiting }: Followed,
  blocks: (plan: PlanView) => readonly Block[],
): Outcome {
  const shown = { data: plan, blocks: () => [...blocks(plan), ...waiting.map(questionBlock)] }
  if (interrupted) {
    const verdict = `No longer following; the plan goes on. Follow it with: agents plan execute ${plan.plan_id}`
    return { ...shown, status: 'warn', exitCode: 130, verdict, messages: [{ level: 'warn', text: verdict }] }
  }
  if (!isFailure(plan)) return { ...shown, verdict: standing(plan) }
  const code = plan.error?.code ?? (plan.state === 'cancelled' ? 'plan.cancelled' : 'plan.refused')
  const message = plan.error?.message ?? `${standing(plan)}.`
  const hint = plan.error?.hint || plan.next_steps.map((step) => `\`${step}\``).join(', ')
  return {
    ...shown,
    status: 'error',
    exitCode: 1,
    error: { code, message, hint, details: { plan_id: plan.plan_id, state: plan.state, ...plan.error?.details } },
    messages: [{ level: 'error', text: message }],
    verdict: message.startsWith(standing(plan)) ? message : `${standing(plan)}: ${message}`,
  }
}
