import type { ProviderView } from '@shared/contract/actors'
import { useState } from 'react'
import { useCommand } from '../core/use-command'
import { useCore } from '../core/core'
import { desktop } from '../desktop'
import { ProblemState } from '../core/query-view'
import { Button, Dialog, Field, notify, TextInput } from '../ui'

/** Takes a key once and hands it to the desktop, which encrypts it; it is never shown again. */
export function KeyDialog(props: {
  readonly provider: ProviderView
  readonly open: boolean
  readonly onClose: () => void
}) {
  const { provider } = props
  const { queries, ask } = useCore()
  const [key, setKey] = useState('')
  const close = () => {
    setKey('')
    props.onClose()
  }
  const store = useCommand(
    async (value: string) => {
      const native = desktop()?.native
      if (!native) throw new Error('keys are entered on the desktop only')
      return native.setKey(provider.name, value)
    },
    {
      onDone: (state) => {
        close()
        // The key store is the desktop's own and sends no event.
        void queries.invalidateQueries({ queryKey: ask.providers.key() })
        notify.done(
          state === 'stored'
            ? 'The key is stored, encrypted by the system'
            : 'The key is kept until the application ends',
          state === 'stored' ? {} : { hint: 'This system offers no safe store, so it is not written to disk.' },
        )
      },
      onProblem: () => {},
    },
  )
  return (
    <Dialog
      open={props.open}
      onClose={close}
      title={`Key for ${provider.name}`}
      size="sm"
      footer={
        <>
          <Button onClick={close}>Not now</Button>
          <Button
            variant="primary"
            busy={store.busy}
            disabled={key.trim() === ''}
            onClick={() => store.run(key.trim())}
          >
            Keep key
          </Button>
        </>
      }
    >
      {store.problem && <ProblemState problem={store.problem} />}
      <Field label="Key" help="It goes to the system’s key store and is not shown again.">
        <TextInput mono autoFocus type="password" value={key} onChange={(event) => setKey(event.target.value)} />
      </Field>
    </Dialog>
  )
}
