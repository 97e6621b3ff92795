import { plural } from '@shared/model/plural'
import { invalid } from '@shared/model/refusal'
import type { Command } from '../command'
import { fields, present } from '../output/block'
import { planArgument, presentPlan } from '../plan-argument'
import { nextSteps } from './plan-blocks'

function hunkNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw invalid('usage.hunk', `"${text}" is no number of a hunk.`, { hint: 'Hunks of a file are counted from 1.' })
}

/** `plan reject` and `plan accept`, which differ in one word. */
export function decisionCommand(verb: 'reject' | 'accept'): Command {
  const done = verb === 'reject' ? 'rejected' : 'accepted'
  return {
    arguments: [planArgument, { name: 'path', description: 'The path of a changed file' }],
    options: [
      { flags: '--hunk <n>', description: 'Only this hunk of the file, counted from 1' },
      { flags: '--resource <name>', description: 'Where several resources have such a path' },
    ],
    examples: [`agents plan ${verb} 01HXR3C4D5 src/health.py`, `agents plan ${verb} 01HXR3C4D5 src/health.py --hunk 2`],
    present: presentPlan,
    run: async ({ client, given }) => {
      const hunk = hunkNumber(given.maybe('hunk'))
      const decided = await client.plans[verb]({
        plan_id: given.id('plan'),
        path: given.text('path'),
        resource: given.maybe('resource'),
        hunk,
      })
      const plan = await client.plans.status({ plan_id: decided.plan_id })
      const steps = [...new Set([`agents plan diff ${decided.plan_id}`, ...plan.next_steps])]
      const rejected = decided.hunks.filter((one) => one.rejected).map((one) => one.number)
      return {
        data: decided,
        blocks: () =>
          present(
            fields('Review', [
              ['Plan', decided.plan_id],
              ['File', decided.path],
              [
                'Rejected',
                decided.rejected ? 'the whole file' : rejected.length > 0 ? `hunk ${rejected.join(', ')}` : 'nothing',
              ],
              ['Apply brings', plural(decided.accepted_files, 'file')],
            ]),
            nextSteps({ next_steps: steps }),
          ),
        verdict: `${hunk === undefined ? 'File' : `Hunk ${hunk}`} ${done}`,
      }
    },
  }
}
