import { grouped, plural } from '@shared/model/plural'
import { resolve } from 'node:path'
import { registrableTypes } from '@shared/model/resource'
import { invalid } from '@shared/model/refusal'
import type { ResourceView } from '@shared/contract/resources'
import type { Call, Command } from '../command'
import { presentResource } from '../present-resource'
import { resourceBlocks } from '../views/resource-blocks'

function typeOf(given: string): ResourceView['type'] {
  const type = registrableTypes.find((candidate) => candidate === given)
  if (type) return type
  throw invalid('resource.unknown_type', `There is no type of resource "${given}".`, {
    hint: `Choose one of ${registrableTypes.join(', ')}.`,
  })
}

/** Follows discovery to its end. Ctrl-C stops following; the resource stays and discovery goes on. */
async function followDiscovery({ client, caller }: Call, resource: string): Promise<boolean> {
  const abort = new AbortController()
  const release = caller.onInterrupt(() => abort.abort())
  try {
    const events = await client.resources.discovery({ resource }, { signal: abort.signal })
    for await (const event of events) {
      if (event.state !== 'running') return true
      caller.progress(`  ▸ ${event.phase}: ${grouped(event.found)} found`)
    }
    return !abort.signal.aborted
  } finally {
    release()
  }
}

export const command: Command = {
  arguments: [
    { name: 'type', description: registrableTypes.join(' or ') },
    { name: 'name', description: 'A name such as local/api-repo' },
  ],
  options: [
    { flags: '--path <path>', description: 'The folder', required: true },
    { flags: '--branch <branch>', description: 'The branch that plans start from and are applied to' },
    { flags: '--no-wait', description: 'Returns while discovery goes on' },
  ],
  examples: ['agents resource add git-checkout local/api-repo --path . --branch main'],
  present: (call, refusal) =>
    typeof refusal.details.resource_id === 'string' ? presentResource(call, refusal) : Promise.resolve(null),
  run: async (call) => {
    const { client, given, caller } = call
    const branch = given.maybe('branch')
    const added = await client.resources.add({
      type: typeOf(given.text('type')),
      name: given.text('name'),
      path: resolve(caller.cwd, given.text('path')),
      ...(branch === undefined ? {} : { branch }),
    })
    const wait = given.flag('wait') && added.discovery === 'running'
    const ended = wait ? await followDiscovery(call, added.resource_id) : true
    const resource = wait ? await client.resources.show({ resource: added.resource_id }) : added
    const discovered =
      resource.discovery === 'running'
        ? 'discovery goes on'
        : `${plural(resource.children_discovered, 'child resource')} discovered`
    return {
      data: resource,
      ...(ended ? {} : { status: 'warn', exitCode: 130 }),
      messages: resource.warnings.map((warning) => ({ level: 'warn', text: warning })),
      blocks: () => resourceBlocks({ ...resource, warnings: [] }),
      verdict: `Resource registered (${discovered})`,
    }
  },
}
