import type { Command } from '../command'
import { presentResource, resourceArgument } from '../present-resource'

export const command: Command = {
  arguments: [resourceArgument],
  present: presentResource,
  run: async ({ client, given }) => {
    const data = await client.resources.remove({ resource: given.text('resource') })
    return {
      data,
      blocks: () => [],
      verdict: `Resource ${given.text('resource')} removed; its files are where they were`,
    }
  },
}
