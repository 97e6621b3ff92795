import type { Command } from '../command'
import { fields } from '../output/block'
import { valueText } from '../views/config-text'

export const command: Command = {
  arguments: [
    { name: 'key', description: 'A key such as core.format' },
    { name: 'value', description: 'The new value' },
  ],
  options: [{ flags: '--project <project>', description: 'Only for this project' }],
  examples: ['agents config set core.automation-profile ci'],
  run: async ({ client, given }) => {
    const project = given.maybe('project')
    const entry = await client.settings.set({
      key: given.text('key'),
      value: given.text('value'),
      ...(project === undefined ? {} : { project }),
    })
    const hidden = entry.source === 'environment'
    const note = `${entry.key} is stored, but the environment overrides it.`
    return {
      data: entry,
      ...(hidden ? { status: 'warn' } : {}),
      messages: hidden ? [{ level: 'warn', text: note }] : [],
      blocks: () => [
        fields('Config Updated', [
          ['Key', entry.key],
          ['Value', valueText(entry.value)],
          ['Previous', valueText(entry.previous)],
          ['Previous Source', entry.previous_source],
          ['Source', entry.source],
          ['Scope', entry.scope],
        ]),
      ],
      verdict: hidden ? note : 'Config updated',
    }
  },
}
