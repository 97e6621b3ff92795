import { actionStates } from '@shared/model/action'
import { plural } from '@shared/model/plural'
import type { Command } from '../command'

export const command: Command = {
  options: [
    { flags: '--namespace <namespace>', description: 'Only actions of this namespace' },
    { flags: '--state <state>', description: 'Only actions in this state', choices: actionStates },
  ],
  run: async ({ client, given }) => {
    const namespace = given.maybe('namespace')
    const state = actionStates.find((known) => known === given.maybe('state'))
    const data = await client.actions.list({
      ...(namespace === undefined ? {} : { namespace }),
      ...(state === undefined ? {} : { state }),
    })
    return {
      data,
      blocks: () => [
        {
          kind: 'table',
          title: 'Actions',
          columns: ['Name', 'State', 'Args', 'Description'],
          rows: data.actions.map((action) => [
            action.name,
            action.state,
            action.args.map((arg) => (arg.required ? arg.name : `[${arg.name}]`)).join(' '),
            action.description,
          ]),
          empty: 'None yet: agents action create --config FILE',
        },
      ],
      verdict: `${plural(data.actions.length, 'action')} listed`,
    }
  },
}
