import type { ValidationView } from '@shared/contract/validations'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Button, EmptyState, IconButton, notify } from '../ui'
import { AddValidationDialog } from './add-validation-dialog'
import { ValidationRow } from './validation-row'

/** Removing takes the attachments along, so undoing puts both back. */
function useRemove() {
  const { client } = useCore()
  const restore = useCommand(async (validation: ValidationView) => {
    await client.validations.add({ source: validation.source, name: validation.name, mode: validation.mode })
    for (const { target, id } of validation.attached)
      await client.validations.attach({ validation: validation.name, [target]: id })
  })
  return useCommand((validation: ValidationView) => client.validations.remove({ validation: validation.name }), {
    onDone: (_, validation) =>
      notify.done(`${validation.name} is removed`, { action: { label: 'Undo', run: () => restore.run(validation) } }),
  })
}

function places({ attached }: ValidationView): string {
  if (attached.length === 0) return 'Attached to nothing yet'
  return `Attached to ${attached.map(({ target, name }) => `${target} ${name}`).join(', ')}`
}

/** Every check that is stored, and what it is attached to. */
export function ValidationsPart() {
  const query = useQuery(useAsk().validations.list.queryOptions())
  const remove = useRemove()
  const [adding, setAdding] = useState(false)
  const add = (
    <Button icon={Plus} onClick={() => setAdding(true)}>
      New validation
    </Button>
  )
  return (
    <>
      <QueryView query={query}>
        {({ validations }) =>
          validations.length === 0 ? (
            <EmptyState icon={FlaskConical} title="No validations yet" actions={add}>
              A validation is a command, such as a test run, whose end tells whether a plan’s changes pass. Attach it to
              a project and every plan there runs it.
            </EmptyState>
          ) : (
            <>
              <div className="flex flex-wrap items-center gap-3">
                <p className="min-w-0 flex-1 basis-64 text-muted">
                  Commands whose end tells whether a plan’s changes pass. Plans run those of their projects and
                  resources.
                </p>
                {add}
              </div>
              <ul aria-label="Validations" className="overflow-hidden rounded-md border border-line">
                {validations.map((one) => (
                  <ValidationRow
                    key={one.validation_id}
                    validation={one}
                    actions={<IconButton icon={Trash2} label={`Remove ${one.name}`} onClick={() => remove.run(one)} />}
                  >
                    <p className="text-sm break-words text-muted">{places(one)}</p>
                  </ValidationRow>
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
      {adding && <AddValidationDialog onClose={() => setAdding(false)} />}
    </>
  )
}
