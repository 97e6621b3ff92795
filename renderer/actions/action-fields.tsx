import { useMemo } from 'react'
import { ActionArgs } from './action-args'
import { ActionChecks } from './action-checks'
import { ActionRules } from './action-rules'
import { ActionWork } from './action-work'
import { readFields } from './edit-yaml'
import { type Edit, FlagField, TextField } from './field-edit'

/** What the action’s text says, to be changed without knowing YAML; the text changes with it and keeps its comments. */
export default function ActionFields(edit: Edit) {
  const fields = useMemo(() => readFields(edit.source), [edit.source])
  if (fields === null)
    return (
      <section aria-label="Details of the action">
        <p className="text-muted">The text cannot be read yet; the problems say why.</p>
      </section>
    )
  return (
    <section aria-label="Details of the action" className="flex flex-col gap-6">
      <div className="flex flex-col gap-4">
        <TextField edit={edit} place={['name']} label="Name" value={fields['name']} required mono />
        <TextField edit={edit} place={['description']} label="Description" value={fields['description']} />
        <TextField
          edit={edit}
          place={['definition_of_done']}
          label="Definition of done"
          value={fields['definition_of_done']}
          required
          lines
        />
        <FlagField edit={edit} place={['read_only']} label="Read only" value={fields['read_only']} usual={false} />
        <FlagField edit={edit} place={['reusable']} label="Reusable" value={fields['reusable']} usual />
      </div>
      <ActionArgs edit={edit} fields={fields} />
      <ActionRules edit={edit} fields={fields} />
      <ActionChecks edit={edit} fields={fields} />
      <ActionWork edit={edit} fields={fields} />
    </section>
  )
}
