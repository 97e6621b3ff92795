import { useQuery } from '@tanstack/react-query'
import { Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { useCommand } from '../core/use-command'
import { Button, notify, Select } from '../ui'
import { AddValidationDialog } from './add-validation-dialog'
import { commandOf } from './command-of'

/** A place that checks are attached to. */
export type AttachTarget = { readonly project: string } | { readonly plan: string }

/** Attaches a check that is there, or makes a new one and attaches that. */
export function AttachValidation(props: { readonly target: AttachTarget; readonly attached: readonly string[] }) {
  const { target } = props
  const { client } = useCore()
  const { data } = useQuery(useAsk().validations.list.queryOptions())
  const [chosen, setChosen] = useState<string | null>(null)
  const [adding, setAdding] = useState(false)
  const attach = useCommand((validation: string) => client.validations.attach({ validation, ...target }), {
    onDone: ({ name }) => {
      setChosen(null)
      notify.done(`${name} is attached`, { hint: 'Plans under way are held to it from now on.' })
    },
  })
  const free = (data?.validations ?? []).filter((one) => !props.attached.includes(one.name))
  return (
    <div className="flex flex-wrap items-center gap-3">
      {free.length > 0 && (
        <>
          <div className="w-72 max-w-full">
            <Select
              label="Validation to attach"
              value={chosen}
              placeholder="Attach a validation…"
              onChange={setChosen}
              options={free.map((one) => ({ value: one.name, label: one.name, hint: commandOf(one) }))}
            />
          </div>
          <Button
            icon={Link2}
            busy={attach.busy}
            disabled={chosen === null}
            onClick={() => chosen !== null && attach.run(chosen)}
          >
            Attach
          </Button>
        </>
      )}
      <Button icon={Plus} onClick={() => setAdding(true)}>
        New validation
      </Button>
      {adding && (
        <AddValidationDialog onClose={() => setAdding(false)} onAdded={(validation) => attach.run(validation.name)} />
      )}
    </div>
  )
}
