import type { ArtifactView } from '@shared/contract/plans'
import { plural } from '@shared/model/plural'
import type { Command } from '../command'
import { present } from '../output/block'
import { planArgument, presentPlan } from '../plan-argument'
import { reportBlock } from '../views/plan-blocks'
import { moment, size } from '../views/text'

/** As `plan diff` marks what Apply leaves out. */
function kindText({ kind, rejected, rejected_hunks: hunks }: ArtifactView): string {
  if (rejected) return `${kind}, rejected`
  return hunks.length > 0 ? `${kind}, hunk ${hunks.join(', ')} rejected` : kind
}

export const command: Command = {
  arguments: [planArgument],
  present: presentPlan,
  run: async ({ client, given }) => {
    const data = await client.plans.artifacts({ plan_id: given.id('plan') })
    return {
      data,
      blocks: () =>
        present(
          {
            kind: 'table',
            title: 'Artifacts',
            columns: ['Path', 'Kind', 'Change', 'Size'],
            rows: data.artifacts.map((artifact) => [
              artifact.path,
              kindText(artifact),
              artifact.kind === 'report' ? '' : `+${artifact.insertions} -${artifact.deletions}`,
              artifact.size === null ? '' : size(artifact.size),
            ]),
            empty: 'None.',
          },
          {
            kind: 'table',
            title: 'Checkpoints',
            columns: ['ID', 'Label', 'Tool', 'Created'],
            rows: data.checkpoints.map((point) => [point.id, point.label, point.tool ?? '', moment(point.created)]),
            empty: 'None.',
          },
          reportBlock(data.report),
        ),
      verdict: `${plural(data.artifacts.length, 'artifact')} listed`,
    }
  },
}
