import type { ResourceView } from '@shared/contract/resources'
import { grouped } from '@shared/model/plural'
import { fields, lines, present, type Block } from '../output/block'
import { moment, yesNo } from './text'

export function resourceBlocks(resource: ResourceView): Block[] {
  const { capabilities } = resource
  return present(
    fields('Resource', [
      ['Name', resource.name],
      ['ID', resource.resource_id],
      ['Type', resource.type],
      ['Physical/Virtual', resource.physical ? 'physical' : 'virtual'],
      ['Path', resource.path],
      ['Branch', resource.branch],
      ['Trusted', yesNo(resource.trusted)],
      ['Projects', resource.projects.length > 0 ? resource.projects.join(', ') : null],
      ['Discovery', resource.discovery === 'complete' ? null : resource.discovery],
      ['Created', moment(resource.created)],
    ]),
    lines(
      'Auto-discovered Children',
      Object.entries(resource.child_counts).map(([type, count]) => `+ ${grouped(count)} ${type}`),
    ),
    fields('Capabilities', [
      ['Readable', yesNo(capabilities.readable)],
      ['Writable', yesNo(capabilities.writable)],
      ['Sandboxable', yesNo(capabilities.sandboxable)],
      ['Checkpointable', yesNo(capabilities.checkpointable)],
      ['Sandbox Strategy', capabilities.sandbox_strategy],
    ]),
    lines(
      'Warnings',
      resource.warnings.map((warning) => ({ text: `- ${warning}`, tone: 'warn' as const })),
    ),
  )
}
