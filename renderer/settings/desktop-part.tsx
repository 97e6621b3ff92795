import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCommand } from '../core/use-command'
import { desktop } from '../desktop'
import { Banner, Button, Checkbox, Field, Section, Segments, TextInput } from '../ui'
import { useSetting } from './use-setting'

const told = [
  { value: 'all', label: 'Everything' },
  { value: 'waiting', label: 'Only what waits' },
  { value: 'off', label: 'Nothing' },
] as const

const fixedHint = 'An environment variable sets this; change it there.'

function Notifications() {
  const setting = useSetting('desktop.notifications')
  const chosen = told.find((one) => one.value === setting.value)?.value ?? 'all'
  return (
    <Section title="Notifications">
      <div>
        <Segments label="Notifications" value={chosen} onChange={setting.set} options={told} />
      </div>
      <p className="text-sm text-muted">
        {setting.fixed
          ? fixedHint
          : 'Told by the system while you look elsewhere. What waits for you sounds different from what is finished; a click leads to it.'}
      </p>
    </Section>
  )
}

function OpenAtLogin() {
  const queries = useQueryClient()
  const key = ['desktop', 'open-at-login']
  const state = useQuery({ queryKey: key, queryFn: () => desktop()?.native.openAtLogin() ?? false, staleTime: 0 })
  const set = useCommand(async (on: boolean) => (await desktop()?.native.setOpenAtLogin(on)) ?? false, {
    onDone: (now) => queries.setQueryData(key, now),
  })
  return (
    <Section title="Start">
      <Checkbox
        checked={state.data === true}
        disabled={state.data === undefined || set.busy}
        onChange={(on) => set.run(on)}
        label="Open at login"
        help="CleverAgents opens when you log in to this computer."
      />
    </Section>
  )
}

const origins = {
  configuration: 'as set here',
  environment: 'from VISUAL or EDITOR',
  detected: 'found on this computer',
} as const

function Editor() {
  const setting = useSetting('desktop.editor')
  const [draft, setDraft] = useState<string | null>(null)
  const shown = typeof setting.value === 'string' ? setting.value : ''
  const used = useQuery({
    queryKey: ['desktop', 'editor', shown],
    queryFn: () => desktop()?.native.editor() ?? null,
    staleTime: 0,
  })
  const help = used.data
    ? `Files open with ${used.data.command}, ${origins[used.data.from]}.`
    : 'No editor with a window was found; files are shown in the file manager.'
  return (
    <Section title="Editor">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (draft !== null) setting.set(draft.trim())
          setDraft(null)
        }}
      >
        <div className="min-w-0 flex-1">
          <Field label="Command that opens files" help={setting.fixed ? fixedHint : help}>
            <TextInput
              mono
              disabled={setting.fixed}
              value={draft ?? shown}
              placeholder={used.data?.command ?? 'code'}
              onChange={(event) => setDraft(event.target.value)}
              onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
            />
          </Field>
        </div>
        {draft !== null && draft !== shown && (
          <Button type="submit" variant="primary" busy={setting.busy}>
            Set
          </Button>
        )}
      </form>
    </Section>
  )
}

function SpellCheck() {
  const setting = useSetting('desktop.spell-check')
  return (
    <Section title="Writing">
      <Checkbox
        checked={setting.value !== 'off'}
        disabled={setting.fixed || setting.query.data === undefined}
        onChange={(on) => setting.set(on ? 'on' : 'off')}
        label="Mark misspelt words"
        help="The right button offers corrections. On Windows and Linux the dictionary of your language is fetched once."
      />
    </Section>
  )
}

const channels = [
  { value: 'stable', label: 'Stable' },
  { value: 'beta', label: 'Beta' },
  { value: 'off', label: 'Do not look' },
] as const

function UpdateChannel() {
  const setting = useSetting('desktop.update-channel')
  const chosen = channels.find((one) => one.value === setting.value)?.value ?? 'stable'
  return (
    <Section title="Updates">
      <div>
        <Segments label="Update channel" value={chosen} onChange={setting.set} options={channels} />
      </div>
      <p className="text-sm text-muted">
        {setting.fixed ? fixedHint : 'Newer versions are fetched in the background and start with the next start.'}
      </p>
    </Section>
  )
}

/** How the application behaves on this computer. */
export function DesktopPart() {
  if (!desktop())
    return (
      <Banner look="info">
        This page runs in a browser. Notifications, the editor and updates are settings of the desktop application.
      </Banner>
    )
  return (
    <>
      <Notifications />
      <OpenAtLogin />
      <Editor />
      <SpellCheck />
      <UpdateChannel />
    </>
  )
}
