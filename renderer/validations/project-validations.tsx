import { useQuery } from '@tanstack/react-query'
import { Unlink } from 'lucide-react'
import { useAsk, useCore } from '../core/core'
import { QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { formatNumber } from '../format/format'
import { IconButton, notify, Section } from '../ui'
import { AttachValidation } from './attach-validation'
import { ValidationRow } from './validation-row'

/** The checks that every plan of a project has to pass. */
export function ProjectValidations({ project }: { readonly project: string }) {
  const { client } = useCore()
  const query = useQuery(useAsk().validations.list.queryOptions())
  const attach = useCommand((validation: string) => client.validations.attach({ validation, project }))
  const detach = useCommand((validation: string) => client.validations.detach({ validation, project }), {
    onDone: (_, validation) =>
      notify.done(`${validation} is detached`, {
        hint: 'The validation itself is kept.',
        action: { label: 'Undo', run: () => attach.run(validation) },
      }),
  })
  return (
    <QueryView query={query}>
      {({ validations }) => {
        const here = validations.filter((one) =>
          one.attached.some(({ target, name }) => target === 'project' && name === project),
        )
        return (
          <Section title="Validations" count={formatNumber(here.length)}>
            {here.length === 0 ? (
              <p className="text-muted">
                A validation is a command, such as a test run, that plans of this project have to pass. None is
                attached.
              </p>
            ) : (
              <ul aria-label="Validations" className="overflow-hidden rounded-md border border-line">
                {here.map((one) => (
                  <ValidationRow
                    key={one.validation_id}
                    validation={one}
                    actions={
                      <IconButton icon={Unlink} label={`Detach ${one.name}`} onClick={() => detach.run(one.name)} />
                    }
                  />
                ))}
              </ul>
            )}
            <AttachValidation target={{ project }} attached={here.map(({ name }) => name)} />
          </Section>
        )
      }}
    </QueryView>
  )
}
