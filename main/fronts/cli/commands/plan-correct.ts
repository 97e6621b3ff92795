import { correctionModes } from '@shared/model/decision'
import { planEnvironment } from '../caller-environment'
import { choiceOf } from '../choice'
import type { Command, CommandOption } from '../command'
import { onConflictOf, onConflictOption } from '../on-conflict'
import { unlessConfirmed } from '../unless-confirmed'
import { withYes } from '../with-yes'
import { correctionBlocks } from '../views/control-blocks'

const options: readonly CommandOption[] = [
  {
    flags: '--mode <mode>',
    description: 'Takes the decision back and has it decided anew, or goes on from the present state',
    choices: correctionModes,
    required: true,
  },
  { flags: '--guidance <text>', description: 'What the plan should do instead' },
  { flags: '--choose <number>', description: 'Chooses this alternative, from 1, in place of guidance' },
  { flags: '--dry-run', description: 'Shows what would happen and changes nothing' },
  { flags: '-y, --yes', description: 'Corrects without asking' },
  onConflictOption,
]

export const command: Command = {
  arguments: [{ name: 'decision', description: 'The id of a decision, or six characters or more of one' }],
  options,
  examples: ['agents plan correct 01HXR3F1A2 --mode revert --guidance "One model per file" --dry-run'],
  run: async (call) => {
    const { client, given, caller } = call
    const mode = correctionModes.find((known) => known === given.text('mode')) ?? 'revert'
    const guidance = given.maybe('guidance')
    const input = {
      decision_id: given.id('decision'),
      mode,
      ...choiceOf(given.maybe('choose')),
      ...(guidance === undefined ? {} : { guidance }),
    }
    const dryRun = given.flag('dry-run')
    if (dryRun || !given.flag('yes')) {
      const preview = await client.plans.previewCorrection(input)
      const blocks = correctionBlocks(preview)
      if (dryRun) return { data: preview, blocks: () => blocks, verdict: 'Nothing was changed' }
      const held = await unlessConfirmed(call, {
        question: 'Correct this decision?',
        command: withYes('plan correct', options, given, [input.decision_id]),
        data: preview,
        blocks,
        declined: 'Nothing was corrected',
      })
      if (held) return held
    }
    const env = await planEnvironment(client, caller.env)
    const done = await client.plans.correct({ ...input, ...onConflictOf(given), env })
    const verdict = mode === 'append' ? 'Append correction queued' : 'Correction applied'
    return { data: done, blocks: () => correctionBlocks(done), verdict }
  },
}
