import type { Command } from '../command'
import { resourceArgument } from '../present-resource'
import { resourceBlocks } from '../views/resource-blocks'

export const command: Command = {
  arguments: [resourceArgument],
  run: async ({ client, given }) => {
    const resource = await client.resources.show({ resource: given.text('resource') })
    return { data: resource, blocks: () => resourceBlocks(resource), verdict: 'Resource shown' }
  },
}
