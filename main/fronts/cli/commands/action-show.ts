import type { ActionRevisionView } from '@shared/contract/actions'
import { plural } from '@shared/model/plural'
import type { Block } from '../output/block'
import type { Command } from '../command'
import { actionArgument } from '../present-action'
import { actionBlocks } from '../views/action-blocks'
import { moment } from '../views/text'

const revisionsBlock = (revisions: readonly ActionRevisionView[]): Block => ({
  kind: 'table',
  title: 'Revisions',
  columns: ['Revision', 'Saved', 'Lines'],
  rows: revisions.map(({ revision, created, source }) => [
    String(revision),
    moment(created),
    String(source.trimEnd().split('\n').length),
  ]),
  empty: '',
})

export const command: Command = {
  arguments: [actionArgument],
  options: [{ flags: '--versions', description: 'Lists its revisions: each save keeps the former one' }],
  examples: ['agents action show local/fix-bug --versions'],
  run: async ({ client, given }) => {
    if (given.flag('versions')) {
      const data = await client.actions.revisions({ action: given.text('action') })
      const blocks = () => [revisionsBlock(data.revisions)]
      return { data, blocks, verdict: `${plural(data.revisions.length, 'revision')} listed` }
    }
    const action = await client.actions.show({ action: given.text('action') })
    return { data: action, blocks: () => actionBlocks('Action', action), verdict: 'Action shown' }
  },
}
