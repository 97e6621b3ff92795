import { plural } from '@shared/model/plural'
import { invalid } from '@shared/model/refusal'
import type { Call, Command, Outcome } from '../command'
import { lines, present } from '../output/block'
import { presentResource, resourceArgument } from '../present-resource'
import { resourceBlocks } from '../views/resource-blocks'
import { size } from '../views/text'

async function inspectFile({ client, given }: Call, path: string): Promise<Outcome> {
  const file = await client.resources.file({ resource: given.text('resource'), path })
  const cutNote = file.truncated ? ' (only its beginning is shown)' : ''
  return {
    data: file,
    blocks: () => present(file.text !== null && lines(file.path, file.text.replace(/\n$/, '').split('\n'), true)),
    verdict: file.text === null ? `${file.path} is binary (${size(file.size)})` : `${size(file.size)}${cutNote}`,
  }
}

async function inspectTree({ client, given }: Call): Promise<Outcome> {
  const tree = await client.resources.tree({ resource: given.text('resource'), recursive: true })
  const shown = tree.entries.map((entry) => {
    const depth = entry.path.split('/').length - 1
    return `${'  '.repeat(depth)}${entry.name}${entry.kind === 'directory' ? '/' : ''}${entry.kind === 'submodule' ? ' (submodule)' : ''}`
  })
  return {
    data: tree,
    ...(tree.truncated ? { messages: [{ level: 'warn', text: 'There is more than is shown.' }] } : {}),
    blocks: () => present(lines('Tree', shown)),
    verdict: plural(tree.entries.length, 'entry', 'entries'),
  }
}

async function inspectChildren({ client, given }: Call): Promise<Outcome> {
  const resource = await client.resources.show({ resource: given.text('resource') })
  return { data: resource, blocks: () => resourceBlocks(resource), verdict: 'Resource inspected' }
}

export const command: Command = {
  arguments: [resourceArgument],
  options: [
    { flags: '--tree', description: 'Shows its files and folders' },
    { flags: '--file <path>', description: 'Shows one file' },
  ],
  present: presentResource,
  run: async (call) => {
    const file = call.given.maybe('file')
    if (file !== undefined && call.given.flag('tree'))
      throw invalid('usage.conflicting_option', '--tree and --file do not go together.', { hint: 'Give one of them.' })
    if (file !== undefined) return inspectFile(call, file)
    return call.given.flag('tree') ? inspectTree(call) : inspectChildren(call)
  },
}
