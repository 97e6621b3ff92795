import type { ProjectView } from '@shared/contract/projects'
import { plural } from '../format/format'
import { Checkbox } from '../ui'

export function ProjectPicker(props: {
  readonly projects: readonly ProjectView[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}) {
  const { chosen } = props
  return (
    <fieldset className="flex max-h-64 flex-col overflow-y-auto rounded-md border border-line">
      <legend className="sr-only">Projects</legend>
      {props.projects.map((project) => (
        <div key={project.project_id} className="border-b border-line px-3 py-1.5 last:border-b-0">
          <Checkbox
            checked={chosen.includes(project.name)}
            onChange={(checked) =>
              props.onChange(checked ? [...chosen, project.name] : chosen.filter((name) => name !== project.name))
            }
            label={project.name}
            help={
              project.resources.length === 0
                ? 'No resource is linked yet'
                : `${plural(project.resources.length, 'resource')}: ${project.resources.map((one) => one.name).join(', ')}`
            }
          />
        </div>
      ))}
    </fieldset>
  )
}
