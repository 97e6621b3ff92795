import { FolderOpen } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { desktop } from '../desktop'
import { Button, Field, TextInput } from '../ui'
import { FolderBrowser } from './folder-browser'

type Props = {
  readonly label: string
  readonly required?: boolean
  readonly path: string
  readonly onPath: (path: string) => void
  readonly browsing: boolean
  readonly onBrowsing: (browsing: boolean) => void
} & Pick<ComponentProps<typeof TextInput>, 'autoFocus' | 'form' | 'disabled' | 'placeholder'>

/** A folder's path: typed, picked in the system's dialog on the desktop, or in a browser of the server's folders. */
export function FolderField({ label, required = false, path, onPath, browsing, onBrowsing, ...input }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const pick = async () => {
    const native = desktop()?.native
    if (!native) return onBrowsing(!browsing)
    const chosen = await native.pickFolder()
    if (chosen) onPath(chosen)
  }
  return (
    <>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={label} required={required}>
            <TextInput ref={field} mono value={path} onChange={(event) => onPath(event.target.value)} {...input} />
          </Field>
        </div>
        <Button
          icon={FolderOpen}
          disabled={input.disabled}
          aria-expanded={desktop() ? undefined : browsing}
          onClick={() => void pick()}
        >
          Browse…
        </Button>
      </div>
      {browsing && (
        <FolderBrowser
          onClose={() => onBrowsing(false)}
          onPick={(chosen) => {
            onPath(chosen)
            onBrowsing(false)
            field.current?.focus()
          }}
        />
      )}
    </>
  )
}
