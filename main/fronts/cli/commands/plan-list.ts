import { planFilters } from '@shared/model/plan'
import type { PlanSummary } from '@shared/contract/plan-view'
import { plural } from '@shared/model/plural'
import type { Command } from '../command'
import { type Block, fields } from '../output/block'
import { cut } from '../output/width'
import { duration, phaseName, stateName } from '../views/text'

/** Columns of a terminal that a title takes at most. */
const mostOfTitle = 44

/** How many of the listed plans stand how; what was applied and then undone is in no file any more. */
export function summary(plans: readonly Pick<PlanSummary, 'state' | 'apply_undone'>[], total: number): Block {
  const standing = plans.filter(({ apply_undone: undone }) => undone === null)
  const among = (...states: readonly PlanSummary['state'][]) =>
    String(standing.filter((plan) => states.includes(plan.state)).length)
  const undone = plans.length - standing.length
  return fields('Summary', [
    ['Listed', String(plans.length)],
    ['Processing', among('queued', 'processing')],
    ['Waiting', among('awaiting_input')],
    ['Applied', among('applied')],
    ['Undone', undone === 0 ? null : String(undone)],
    ['Failed', among('errored', 'constrained')],
    ['Stored', String(total)],
  ])
}

export const command: Command = {
  options: [
    { flags: '--state <state>', description: 'Only plans in this state', choices: planFilters },
    { flags: '--project <project>', description: 'Only plans of this project' },
    { flags: '--action <action>', description: 'Only plans of this action' },
  ],
  run: async ({ client, given }) => {
    const state = planFilters.find((known) => known === given.maybe('state'))
    const project = given.maybe('project')
    const action = given.maybe('action')
    const data = await client.plans.list({
      ...(state === undefined ? {} : { state }),
      ...(project === undefined ? {} : { project }),
      ...(action === undefined ? {} : { action }),
    })
    return {
      data,
      blocks: () => [
        {
          kind: 'table',
          title: 'Plans',
          columns: ['ID', 'Title', 'Phase', 'State', 'Project', 'Elapsed'],
          rows: data.plans.map((plan) => [
            plan.short_id,
            cut(plan.title, mostOfTitle),
            phaseName(plan.phase),
            stateName(plan),
            plan.projects.join(', '),
            duration(plan.elapsed_ms),
          ]),
          empty: 'None: agents plan use ACTION PROJECT',
        },
        summary(data.plans, data.total),
      ],
      verdict: `${plural(data.plans.length, 'plan')} listed`,
    }
  },
}
