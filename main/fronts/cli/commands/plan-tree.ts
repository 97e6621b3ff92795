import type { Command } from '../command'
import { fields, lines } from '../output/block'
import { planArgument, presentPlan } from '../plan-argument'
import { depthOf, treeLines } from '../views/tree-lines'

export const command: Command = {
  arguments: [planArgument],
  options: [{ flags: '--show-superseded', description: 'Shows decisions that others have replaced, too' }],
  present: presentPlan,
  run: async ({ client, given }) => {
    const all = given.flag('show-superseded')
    const tree = await client.plans.tree({ plan_id: given.id('plan'), show_superseded: all })
    const waiting = tree.nodes.filter((node) => node.waiting).length
    return {
      data: tree,
      blocks: () => [
        lines('Decision Tree', [`Plan: ${tree.plan_id}`, ...treeLines(tree.nodes)]),
        fields('Tree Summary', [
          ['Nodes', String(tree.nodes.length)],
          ['Depth', String(depthOf(tree.nodes))],
          ['Waiting', String(waiting)],
          ['Superseded', `${tree.superseded} (${all ? 'shown' : 'hidden'})`],
        ]),
        {
          kind: 'table',
          title: 'Decision IDs',
          columns: ['#', 'Type', 'ID', ''],
          rows: tree.nodes.map((node) => [
            String(node.sequence),
            node.type,
            node.id,
            node.superseded ? 'superseded' : node.waiting ? 'waiting' : '',
          ]),
          empty: 'No decisions yet.',
        },
      ],
      verdict: 'Decision tree rendered',
    }
  },
}
