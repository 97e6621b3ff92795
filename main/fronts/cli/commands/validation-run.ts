import { plural } from '@shared/model/plural'
import type { Call, Command } from '../command'
import { planArgument, presentPlan } from '../plan-argument'
import { present } from '../output/block'
import { nextSteps } from '../views/plan-blocks'
import { outputBlocks, standingLines } from '../views/validation-blocks'

type Ran = Awaited<ReturnType<Call['client']['validations']['run']>>

/** Where the plan stands now that these have passed: it stays where it is until it goes on. */
function whatNext({ held_back_by: held, next_steps: steps }: Pick<Ran, 'held_back_by' | 'next_steps'>) {
  if (held.length > 0) return held.map((text) => ({ level: 'warn' as const, text: `Still in the way: ${text}` }))
  const [first] = steps
  return first === undefined
    ? []
    : [{ level: 'info' as const, text: `No required validation stands in the way. Go on with: ${first}` }]
}

/** What may change the outcome, which running them once more does not. */
const instead = ({ next_steps: steps }: Pick<Ran, 'next_steps'>) =>
  nextSteps({ next_steps: steps.filter((step) => !step.startsWith('agents validation run ')).slice(0, 4) })

export const command: Command = {
  arguments: [planArgument, { name: 'validation', description: 'Only this one', optional: true }],
  present: presentPlan,
  run: async ({ client, given }) => {
    const validation = given.maybe('validation')
    const data = await client.validations.run({
      plan_id: given.id('plan'),
      ...(validation === undefined ? {} : { validation }),
    })
    const failed = data.results.filter((result) => result.passed === false && result.mode === 'required')
    const blocks = () => [standingLines('Validations', data.results), ...outputBlocks(data.results)]
    if (failed.length === 0)
      return { data, blocks, messages: whatNext(data), verdict: `${plural(data.results.length, 'validation')} run` }
    const message = `${failed.map((result) => result.name).join(', ')} failed.`
    const helps = instead(data)
    return {
      data,
      blocks: () => present(...blocks(), helps),
      status: 'error',
      exitCode: 1,
      error: { code: 'validation.failed', message, hint: helps ? 'Do one of the next steps.' : '', details: {} },
      verdict: message,
    }
  },
}
