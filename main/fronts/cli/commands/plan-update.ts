import { updateChoices, type UpdateChoice } from '@shared/model/plan'
import { updateFlags, updateWords } from '@shared/model/update-words'
import { planEnvironment } from '../caller-environment'
import type { Command, CommandOption } from '../command'
import { followedOutcome, followPlan, isResting, standingOutcome } from '../follow-plan'
import type { Given } from '../given'
import { planArgument, presentPlan } from '../plan-argument'
import { unlessConfirmed } from '../unless-confirmed'
import { withYes } from '../with-yes'
import { updateBlocks } from '../views/conflict-blocks'

function choicesOf(given: Given) {
  const rest = updateChoices.find((known) => known === given.maybe('rest'))
  return {
    include_uncommitted: given.flag('include-uncommitted'),
    choices: updateChoices.flatMap((take) => given.list(updateFlags[take]).map((path) => ({ path, take }))),
    ...(rest === undefined ? {} : { rest }),
  }
}

const choiceOption = (choice: UpdateChoice, how: string): CommandOption => {
  const words = `${updateWords[choice]}${how}`
  return {
    flags: `--${updateFlags[choice]} <path>`,
    description: words.charAt(0).toUpperCase() + words.slice(1),
    repeat: true,
  }
}

const options: readonly CommandOption[] = [
  { flags: '-y, --yes', description: 'Brings it up to date without asking' },
  { flags: '--dry-run', description: 'Shows what would be merged and changes nothing' },
  choiceOption('plan', ' where both changed the same lines; the rest of the file is merged'),
  choiceOption('target', ' where both changed the same lines; the rest of the file is merged'),
  choiceOption('actor', ', between conflict markers'),
  { flags: '--rest <choice>', description: 'The same choice for every other conflicting file', choices: updateChoices },
  {
    flags: '--include-uncommitted',
    description: "Also brings in the target's uncommitted edits; the plan then leaves its changes uncommitted",
  },
  { flags: '--no-wait', description: 'Returns at once; its checks go on' },
]

export const command: Command = {
  arguments: [planArgument],
  options,
  examples: ['agents plan update --yes --keep-plan src/a.ts --rest target 01HXR1C1D2'],
  present: presentPlan,
  run: async (call) => {
    const { client, given, caller } = call
    const input = { plan_id: given.id('plan'), ...choicesOf(given) }
    const dryRun = given.flag('dry-run')
    if (dryRun || !given.flag('yes')) {
      const preview = await client.plans.previewUpdate(input)
      const blocks = updateBlocks(preview)
      if (dryRun) return { data: preview, blocks: () => blocks, verdict: 'Nothing was changed' }
      const held = await unlessConfirmed(call, {
        question: 'Bring the plan up to date?',
        command: withYes('plan update', options, given, [input.plan_id]),
        data: preview,
        blocks,
        declined: 'The plan stays as it is',
      })
      if (held) return held
    }
    const env = await planEnvironment(client, caller.env)
    const done = await client.plans.update({ ...input, env })
    if (!given.flag('wait') || isResting(done.plan))
      return { data: done, blocks: () => updateBlocks(done), ...standingOutcome(done.plan) }
    const followed = await followPlan(call, done.plan)
    const now = { ...done, plan: followed.plan }
    return { ...followedOutcome(followed, () => updateBlocks(now)), data: now }
  },
}
