import { invalid } from '@shared/model/refusal'
import type { Command } from '../command'
import { lines } from '../output/block'
import { presentResource, resourceArgument } from '../present-resource'
import { resourceBlocks } from '../views/resource-blocks'

export const command: Command = {
  arguments: [resourceArgument],
  options: [{ flags: '-y, --yes', description: 'Trusts without asking' }],
  present: presentResource,
  run: async ({ client, given, caller }) => {
    const resource = given.text('resource')
    const text = await client.resources.trustText({ resource })
    const shown = text.items.map((item) => lines(`${item.path} (${item.kind})`, item.text.split('\n'), true))
    if (!given.flag('yes')) {
      const refusal = invalid('confirmation.required', `Trusting ${resource} lets what is shown run on this machine.`, {
        hint: 'Read it, then run the command again with --yes.',
      })
      if (!caller.interactive) {
        const { kind: _kind, ...error } = refusal.data
        return { data: text, status: 'error', exitCode: 2, error, blocks: () => shown, verdict: error.message }
      }
      if (!(await caller.confirm(`Let this run from ${resource}?`, shown)))
        return { data: text, status: 'warn', blocks: () => [], verdict: 'Nothing was trusted' }
    }
    const trusted = await client.resources.trust({ resource, hash: text.hash })
    return { data: trusted, blocks: () => resourceBlocks(trusted), verdict: `${trusted.name} is trusted` }
  },
}
