import type { CorrectionDiff } from '@shared/contract/plan-control'
import { plural } from '@shared/model/plural'
import { invalid } from '@shared/model/refusal'
import type { Call, Command, Outcome } from '../command'
import { fields, present, type Block } from '../output/block'
import { planArgument, presentPlan } from '../plan-argument'
import { sidesBlocks } from '../views/conflict-blocks'
import { riskBlock } from '../views/risk-block'
import { broughtBy, filesTable, patchBlock } from '../views/diff-blocks'

type Lines = CorrectionDiff['files'][number]['before']

const linesOf = (lines: Lines): string => (lines === null ? '(unchanged)' : `+${lines.insertions} -${lines.deletions}`)

function correctionBlocks(diff: CorrectionDiff): Block[] {
  return present(
    fields('Correction Diff', [
      ['Correction', diff.correction_id],
      ['Original Decision', diff.decision_id],
      ['Mode', diff.mode],
      ['Files Changed', String(diff.files.length)],
      ['New Insertions', String(diff.insertions)],
      ['New Deletions', String(diff.deletions)],
    ]),
    {
      kind: 'table',
      title: 'Comparison',
      columns: ['File', 'Before (original)', 'After (corrected)'],
      rows: diff.files.map((file) => [file.path, linesOf(file.before), linesOf(file.after)]),
      empty: 'The files are as they were.',
    },
    patchBlock(diff.files.map((file) => ({ ...file, old_path: null }))),
  )
}

async function ofCorrection({ client, given }: Call): Promise<Outcome> {
  const diff = await client.plans.correctionDiff({ correction: given.id('correction') })
  return { data: diff, blocks: () => correctionBlocks(diff), verdict: 'Correction diff generated' }
}

function statesOf({ given }: Call): { readonly checkpoint?: string; readonly to_checkpoint?: string } {
  const from = given.maybe('checkpoint')
  const to = given.maybe('other')
  if (from === undefined) return {}
  return { checkpoint: from, ...(to === undefined ? {} : { to_checkpoint: to }) }
}

async function ofPlan(call: Call): Promise<Outcome> {
  const { client, given } = call
  if (given.maybe('plan') === undefined)
    throw invalid('usage.missing_argument', 'PLAN is missing: the id of a plan, or a correction.', {
      hint: 'See `agents plan diff --help`.',
    })
  const states = statesOf(call)
  const changes = await client.plans.diff({ plan_id: given.id('plan'), ...states })
  // Between two states there is nothing that would be applied.
  const { risk } =
    states.checkpoint === undefined ? await client.plans.risk({ plan_id: changes.plan_id }) : { risk: [] }
  const diff = { ...changes, risk }
  const net = diff.insertions - diff.deletions
  const brought = broughtBy(diff.files)
  return {
    data: diff,
    blocks: () =>
      present(
        fields('Diff Summary', [
          ['Plan', diff.plan_id],
          ['Files Changed', String(diff.files.length)],
          ['Insertions', String(diff.insertions)],
          ['Deletions', String(diff.deletions)],
          ['Net Change', `${net >= 0 ? '+' : ''}${net} ${Math.abs(net) === 1 ? 'line' : 'lines'}`],
          [
            'Apply Would Bring',
            brought &&
              `${plural(brought.files, 'file')}, +${brought.insertions} -${brought.deletions}; the rest is rejected`,
          ],
        ]),
        filesTable(diff.files),
        patchBlock(diff.files),
        riskBlock(risk),
      ),
    verdict:
      diff.files.length === 0
        ? 'Nothing is changed'
        : `${plural(diff.files.length, 'file')} changed${brought ? `; Apply would bring ${plural(brought.files, 'file')}` : ''}`,
  }
}

async function conflictsOf({ client, given }: Call): Promise<Outcome> {
  const found = await client.plans.conflicts({ plan_id: given.id('plan') })
  const count = found.conflicts.length
  return {
    data: found,
    blocks: () => sidesBlocks(found.conflicts),
    verdict: count === 0 ? 'Nothing stands against applying it' : `${plural(count, 'file')} in conflict`,
  }
}

function diffed(call: Call): Promise<Outcome> {
  if (call.given.maybe('correction') !== undefined) return ofCorrection(call)
  return call.given.flag('conflicts') && call.given.maybe('plan') !== undefined ? conflictsOf(call) : ofPlan(call)
}

export const command: Command = {
  arguments: [
    { ...planArgument, optional: true },
    {
      name: 'other',
      description: 'With --checkpoint: the checkpoint to compare with, else the present state',
      optional: true,
    },
  ],
  options: [
    { flags: '--checkpoint <id>', description: 'Compares from this checkpoint on' },
    {
      flags: '--conflicts',
      description: 'Shows what stands against applying it: the base, what is there now, what the plan did',
    },
    { flags: '--correction <id>', description: 'Compares before and after a correction' },
  ],
  examples: ['agents plan diff 01HXRC --checkpoint 01HXRCP1A2 01HXRCP2B3'],
  present: (call) => (call.given.maybe('plan') === undefined ? Promise.resolve(null) : presentPlan(call)),
  run: diffed,
}
