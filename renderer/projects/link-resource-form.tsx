import type { ProjectView } from '@shared/contract/projects'
import { useQuery } from '@tanstack/react-query'
import { Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '../core/button-link'
import { useAsk } from '../core/core'
import { Button, Checkbox, Select } from '../ui'

/** Links one of the resources that the project does not have yet. */
export function LinkResourceForm(props: {
  readonly project: ProjectView
  readonly busy: boolean
  readonly onLink: (input: { readonly resource: string; readonly read_only: boolean }) => void
}) {
  const { data } = useQuery(useAsk().resources.list.queryOptions({ input: {} }))
  const [chosen, setChosen] = useState<string | null>(null)
  const [readOnly, setReadOnly] = useState(false)
  if (!data) return null
  const linked = new Set(props.project.resources.map((resource) => resource.resource_id))
  const free = data.resources.filter((resource) => !linked.has(resource.resource_id))
  if (free.length === 0)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-muted">
          {data.resources.length === 0 ? 'No resource is registered yet.' : 'Every registered resource is linked.'}
        </span>
        <ButtonLink to="/resources" search={{ register: true }} icon={Plus}>
          Register a resource
        </ButtonLink>
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="w-72 max-w-full">
        <Select
          label="Resource to link"
          value={chosen}
          placeholder="Link a resource…"
          onChange={setChosen}
          options={free.map((resource) => ({ value: resource.name, label: resource.name, hint: resource.path }))}
        />
      </div>
      <Checkbox checked={readOnly} onChange={setReadOnly} label="Read-only" />
      <Button
        icon={Link2}
        busy={props.busy}
        disabled={chosen === null}
        onClick={() => {
          if (chosen === null) return
          props.onLink({ resource: chosen, read_only: readOnly })
          setChosen(null)
        }}
      >
        Link
      </Button>
    </div>
  )
}
