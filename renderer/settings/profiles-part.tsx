import type { ProfileView } from '@shared/contract/settings'
import { type ThresholdName, thresholdNames } from '@shared/model/profile'
import { thresholdOutcome, thresholdSubject } from '@shared/model/profile-sentences'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Copy, PencilLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAsk, useCore } from '../core/core'
import { QueryView } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { Button, Chip, cx, IconButton, notify } from '../ui'
import { ProfileEditor } from './profile-editor'

/** What a threshold does, with the confidence that it wants as a bar: empty decides by itself, full always asks. */
function Threshold({ name, value }: { readonly name: ThresholdName; readonly value: number }) {
  return (
    <li className="grid grid-cols-[15rem_2rem_minmax(0,1fr)] items-baseline gap-x-4 max-[640px]:grid-cols-1">
      <span className="min-w-0 text-muted">{thresholdSubject(name)}</span>
      <span aria-hidden className="h-1.5 self-center rounded-full bg-pressed max-[640px]:hidden">
        <span className="block h-full rounded-full bg-faint" style={{ width: `${Math.min(1, value) * 100}%` }} />
      </span>
      <span className="block min-w-0 first-letter:uppercase">{thresholdOutcome(name, value)}</span>
    </li>
  )
}

type Actions = {
  readonly onDuplicate: (profile: ProfileView) => void
  readonly onEdit: (profile: ProfileView) => void
  readonly onRemove: (profile: ProfileView) => void
}

function Meaning({ profile, actions }: { readonly profile: ProfileView; readonly actions: Actions }) {
  return (
    <div className="flex flex-col gap-3 px-3 pt-1 pb-3 pl-9">
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-1">
          {thresholdNames.map((name) => (
            <Threshold key={name} name={name} value={profile.thresholds[name] ?? 1} />
          ))}
        </ul>
        <ul className="flex list-disc flex-col gap-1 border-t border-line pt-3 pl-4 marker:text-faint">
          {profile.sentences.slice(thresholdNames.length).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {!profile.builtin && (
          <Button icon={PencilLine} aria-label={`Edit ${profile.name}`} onClick={() => actions.onEdit(profile)}>
            Edit
          </Button>
        )}
        <Button icon={Copy} aria-label={`Duplicate ${profile.name}`} onClick={() => actions.onDuplicate(profile)}>
          Duplicate
        </Button>
        {profile.builtin && (
          <span className="text-sm text-muted">It comes with the application; a copy of it can be changed.</span>
        )}
      </div>
    </div>
  )
}

function Profile(props: { readonly profile: ProfileView; readonly isDefault: boolean; readonly actions: Actions }) {
  const { profile, isDefault, actions } = props
  const [open, setOpen] = useState(isDefault)
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="flex items-start pr-2">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="focus-inset flex min-h-9 min-w-0 flex-1 items-center gap-2 px-3 py-1.5 text-left hover:bg-hover"
        >
          <ChevronRight
            size={14}
            aria-hidden
            className={cx('shrink-0 text-muted transition-transform', open && 'rotate-90')}
          />
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
            <span className="shrink-0 font-medium">{profile.name}</span>
            {isDefault && <Chip>default</Chip>}
            {profile.builtin ? null : <Chip>yours</Chip>}
            <span className="min-w-0 flex-1 basis-64 text-muted">{profile.description}</span>
          </span>
        </button>
        {!profile.builtin && (
          <span className="py-1">
            <IconButton icon={Trash2} label={`Remove ${profile.name}`} onClick={() => actions.onRemove(profile)} />
          </span>
        )}
      </div>
      {open && <Meaning profile={profile} actions={actions} />}
    </li>
  )
}

function useRemove() {
  const { client } = useCore()
  const restore = useCommand((profile: ProfileView) => client.profiles.add({ source: profile.source }))
  return useCommand((profile: ProfileView) => client.profiles.remove({ profile: profile.name }), {
    onDone: (removed) =>
      notify.done(`${removed.name} is removed`, {
        hint: 'Plans that began with it keep it.',
        action: { label: 'Undo', run: () => restore.run(removed) },
      }),
  })
}

type Editing = { readonly from: ProfileView; readonly edited: ProfileView | null }

export function ProfilesPart() {
  const query = useQuery(useAsk().profiles.list.queryOptions())
  const remove = useRemove()
  const [editing, setEditing] = useState<Editing | null>(null)
  const actions: Actions = {
    onDuplicate: (from) => setEditing({ from, edited: null }),
    onEdit: (profile) => setEditing({ from: profile, edited: profile }),
    onRemove: (profile) => remove.run(profile),
  }
  return (
    <>
      <QueryView query={query}>
        {(data) => {
          const standard = data.profiles.find((profile) => profile.name === data.default) ?? data.profiles[0]
          return (
            <>
              <div className="flex flex-wrap items-center gap-3">
                <p className="min-w-0 flex-1 basis-64 text-muted">
                  A profile says what happens by itself, what waits for you, and what a plan may not pass. A plan keeps
                  the one it began with.
                </p>
                <Button icon={Plus} onClick={() => standard && actions.onDuplicate(standard)}>
                  New profile
                </Button>
              </div>
              <ul aria-label="Automation profiles" className="overflow-hidden rounded-md border border-line">
                {data.profiles.map((profile) => (
                  <Profile
                    key={profile.name}
                    profile={profile}
                    isDefault={profile.name === standard?.name}
                    actions={actions}
                  />
                ))}
              </ul>
            </>
          )
        }}
      </QueryView>
      {editing && (
        <ProfileEditor
          key={`${editing.from.name}:${editing.edited?.name}`}
          {...editing}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}
