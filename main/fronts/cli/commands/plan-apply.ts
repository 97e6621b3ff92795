import { applyModes } from '@shared/model/plan'
import { Refusal } from '@shared/model/refusal'
import type { Call, Command, CommandOption, Outcome } from '../command'
import { followedOutcome, followPlan, isFailure, isResting } from '../follow-plan'
import { present } from '../output/block'
import { planArgument, presentPlan } from '../plan-argument'
import { refused } from '../refused'
import { unlessConfirmed } from '../unless-confirmed'
import { withYes } from '../with-yes'
import { applyBlocks, conflictBlock, previewBlocks } from '../views/apply-blocks'
import { hookBlock } from '../views/plan-blocks'
import { standing } from '../views/text'

type Input = Parameters<Call['client']['plans']['apply']>[0]

const options: readonly CommandOption[] = [
  { flags: '-y, --yes', description: 'Applies without asking' },
  {
    flags: '--mode <mode>',
    description: 'A merge commit, one squashed commit, or uncommitted edits',
    choices: applyModes,
  },
  { flags: '--as-is', description: 'Applies what is there, though Execute has not come to its end' },
  { flags: '--skip-hooks', description: "Passes over the repository's hooks, this once" },
]

async function asked(call: Call, input: Pick<Input, 'plan_id' | 'mode'>): Promise<Outcome | undefined> {
  const { state } = await call.client.plans.status({ plan_id: input.plan_id })
  // There is nothing to ask about then, and the command says so.
  if (state === 'applied') return undefined
  const preview = await call.client.plans.previewApply(input)
  return unlessConfirmed(call, {
    question: 'Apply these changes?',
    command: withYes('plan apply', options, call.given, [input.plan_id]),
    data: preview,
    blocks: previewBlocks(input.plan_id, preview),
    declined: 'Nothing was applied; the plan keeps its changes',
  })
}

function conflictsOf(error: unknown): Parameters<typeof conflictBlock>[0] {
  const conflicts = error instanceof Refusal ? error.data.details.conflicts : undefined
  return Array.isArray(conflicts) ? conflicts : []
}

async function apply(call: Call, input: Input): Promise<Outcome> {
  try {
    const { warning, ...plan } = await call.client.plans.apply(input)
    if (warning !== null && isResting(plan)) {
      const messages = [{ level: 'warn', text: warning }] as const
      return { data: plan, status: 'warn', messages, blocks: () => applyBlocks(plan), verdict: warning }
    }
    const followed = await followPlan(call, plan)
    if (followed.interrupted || isFailure(followed.plan))
      return followedOutcome(followed, (rested) => present(...applyBlocks(rested), hookBlock(rested)))
    const brought = (followed.plan.applied ?? []).some(({ files }) => files > 0)
    const verdict = brought ? 'Changes applied' : standing(followed.plan)
    return { data: followed.plan, blocks: () => applyBlocks(followed.plan), verdict }
  } catch (error) {
    const conflicts = conflictsOf(error)
    if (conflicts.length === 0 || !(error instanceof Refusal)) throw error
    const plan = await call.client.plans.status({ plan_id: input.plan_id })
    return { ...refused(error.data, plan), blocks: () => [conflictBlock(conflicts)] }
  }
}

export const command: Command = {
  arguments: [planArgument],
  options,
  examples: ['agents plan apply --yes 01HXR1C1D2'],
  present: presentPlan,
  run: async (call) => {
    const { given } = call
    const mode = applyModes.find((known) => known === given.maybe('mode'))
    const input = { plan_id: given.id('plan'), ...(mode === undefined ? {} : { mode }) }
    const wanted = { ...input, skip_hooks: given.flag('skip-hooks'), as_is: given.flag('as-is') }
    const held = given.flag('yes') ? undefined : await asked(call, input)
    return held ?? apply(call, wanted)
  },
}
