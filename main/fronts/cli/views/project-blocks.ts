import type { ProjectView } from '@shared/contract/projects'
import { fields, type Block } from '../output/block'
import { moment, orNone, yesNo } from './text'

export function projectBlocks(title: string, project: ProjectView): Block[] {
  return [
    fields(title, [
      ['Name', project.name],
      ['ID', project.project_id],
      ['Description', orNone(project.description)],
      ['Active Plans', String(project.active_plans)],
      ['Created', moment(project.created)],
    ]),
    {
      kind: 'table',
      title: 'Linked Resources',
      columns: ['Name', 'Type', 'Read-Only'],
      rows: project.resources.map((resource) => [resource.name, resource.type, yesNo(resource.read_only)]),
      empty: 'None yet: agents project link-resource PROJECT RESOURCE',
    },
    fields('Defaults', [
      ['Validations', String(project.validations)],
      ['Invariants', String(project.invariants)],
      ['Apply Mode', project.apply_mode ?? '(inherits global)'],
      ['Automation Profile', project.automation_profile ?? '(inherits global)'],
    ]),
  ]
}
