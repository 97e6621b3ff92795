import { actorRoles, type ActorRole } from '@shared/model/plan'
import { useQuery } from '@tanstack/react-query'
import { useAsk } from '../core/core'
import { ChoiceField, type Edit, NameField } from './field-edit'

const roleWords: Readonly<Record<ActorRole, string>> = {
  strategy: 'Strategy actor',
  execution: 'Execution actor',
  estimation: 'Estimation actor',
  invariant: 'Invariant actor',
  review: 'Review actor',
}

/** Who does the work, and how much of it without a person: one of what there is, or a name of one's own. */
export function ActionWork({
  edit,
  fields,
}: {
  readonly edit: Edit
  readonly fields: Readonly<Record<string, unknown>>
}) {
  const ask = useAsk()
  const actors = useQuery(ask.actors.list.queryOptions())
  const profiles = useQuery(ask.profiles.list.queryOptions())
  const known = (actors.data?.actors ?? []).map((one) => ({
    value: one.name,
    label: one.name,
    ...(one.runnable ? {} : { hint: one.reason }),
  }))
  return (
    <section className="flex flex-col gap-4">
      <h2 className="font-medium">Who does the work</h2>
      {actorRoles.map((role) => (
        <NameField
          key={role}
          edit={edit}
          place={[`${role}_actor`]}
          label={roleWords[role]}
          value={fields[`${role}_actor`]}
          placeholder="As the settings say"
          options={known}
        />
      ))}
      <ChoiceField
        edit={edit}
        place={['automation_profile']}
        label="Automation profile"
        value={fields['automation_profile']}
        usual=""
        options={[
          { value: '', label: 'As the project or settings say' },
          ...(profiles.data?.profiles ?? []).map(({ name, description }) => ({
            value: name,
            label: name,
            hint: description,
          })),
        ]}
      />
    </section>
  )
}
