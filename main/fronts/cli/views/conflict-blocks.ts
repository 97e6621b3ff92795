import type { ApplyConflictView, ConflictSideView, PlanUpdateView } from '@shared/contract/plan-conflicts'
import { updateChoices } from '@shared/model/plan'
import { plural } from '@shared/model/plural'
import { updateFlags, updateWords } from '@shared/model/update-words'
import { fields, lines, present, type Block, type Line } from '../output/block'
import { nextSteps } from './plan-blocks'
import { phaseName, stateName } from './text'

/** Lines of a patch that are shown of one side; the rest is in the JSON. */
const shownLines = 40

function patchLines(title: string, patch: string | null, side: ConflictSideView | null): (string | Line)[] {
  const heading: Line = { text: title, tone: 'warn' }
  if (side === null) return [heading, '  (deleted, or not there)']
  if (side.binary) return [heading, `  (binary, ${plural(side.size, 'byte')})`]
  const all = (patch ?? side.text ?? '(too large to be shown)').split('\n')
  const from =
    patch === null
      ? 0
      : Math.max(
          0,
          all.findIndex((line) => line.startsWith('@@')),
        )
  const shown = all.slice(from, from + shownLines).filter((line, at, list) => line !== '' || at < list.length - 1)
  const more = all.length - from - shownLines
  return [heading, ...shown.map((line) => `  ${line}`), ...(more > 0 ? [`  … ${plural(more, 'more line')}`] : [])]
}

/** Both sides of every file in conflict. */
export function sidesBlocks(conflicts: readonly ApplyConflictView[]): Block[] {
  return conflicts.map((one) =>
    lines(`${one.resource}: ${one.path}`, [
      { text: one.reason, tone: 'bad' },
      ...patchLines('What is there now', one.now_patch, one.now),
      ...patchLines('What the plan did', one.plan_patch, one.plan),
    ]),
  )
}

/** What became of the rejections of files that were merged; the command to decide anew stands beside those that are void. */
function rejectionLines({ plan_id: id, rejections }: PlanUpdateView): Block | null {
  const carried = rejections.carried.map((path) => `carried over: ${path}`)
  const open = rejections.void.map((path): Line => {
    const words = `void, since the merge changed it: ${path}`
    return { text: `${words} (agents plan reject ${id} PATH or agents plan accept ${id} PATH)`, tone: 'warn' }
  })
  return carried.length + open.length > 0 ? lines('Rejections', [...carried, ...open]) : null
}

/** What bringing a plan up to date does, or would do. */
export function updateBlocks(update: PlanUpdateView): Block[] {
  const { plan } = update
  const settled = update.conflicts.filter(({ take }) => take !== null)
  const open = update.conflicts.filter(({ take }) => take === null)
  return present(
    fields(update.dry_run ? 'Update Preview' : 'Update Summary', [
      ['Plan', update.plan_id],
      ...update.resources.map(({ resource, branch, from, to, incoming }): [string, string] => [
        branch === null ? resource : `${resource} (${branch})`,
        from === to ? 'as it was' : `${from.slice(0, 10)} → ${to.slice(0, 10)}, ${plural(incoming.length, 'file')}`,
      ]),
    ]),
    settled.length > 0 &&
      lines(
        'Settled Conflicts',
        settled.map(({ resource, path, take }) => `${resource}: ${path}: ${updateWords[take ?? 'plan']}`),
      ),
    rejectionLines(update),
    ...sidesBlocks(open),
    open.length > 0 &&
      lines('To Be Chosen', [
        'Say for each file, or with --rest for all others:',
        ...updateChoices.map((choice) => `--${updateFlags[choice]} PATH (--rest ${choice}): ${updateWords[choice]}`),
      ]),
    !update.dry_run &&
      fields('Plan', [
        ['Phase', phaseName(plan.phase)],
        ['State', stateName(plan)],
      ]),
    !update.dry_run && nextSteps(plan),
  )
}
