import type { PlanView } from '@shared/contract/plan-view'
import type { Command } from '../command'
import { fields, lines } from '../output/block'
import { planArgument, presentPlan } from '../plan-argument'
import { standing } from '../views/text'
import { depthOf, treeLines } from '../views/tree-lines'

/** How many decisions wait, and what the plan itself waits for where none does. */
export const waitingText = (plan: PlanView, decisions: number): string =>
  decisions === 0 && (plan.state === 'awaiting_input' || plan.state === 'constrained')
    ? `no decision; the plan: ${standing(plan)}`
    : String(decisions)

export const command: Command = {
  arguments: [planArgument],
  options: [{ flags: '--show-superseded', description: 'Shows decisions that others have replaced, too' }],
  present: presentPlan,
  run: async ({ client, given }) => {
    const all = given.flag('show-superseded')
    const tree = await client.plans.tree({ plan_id: given.id('plan'), show_superseded: all })
    const plan = await client.plans.status({ plan_id: tree.plan_id })
    const waiting = tree.nodes.filter((node) => node.waiting).length
    return {
      data: tree,
      blocks: () => [
        lines('Decision Tree', [`Plan: ${tree.plan_id}`, ...treeLines(tree.nodes)]),
        fields('Tree Summary', [
          ['Nodes', String(tree.nodes.length)],
          ['Depth', String(depthOf(tree.nodes))],
          ['Waiting', waitingText(plan, waiting)],
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
