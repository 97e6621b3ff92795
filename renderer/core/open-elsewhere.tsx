import { FolderOpen, SquarePen } from 'lucide-react'
import { desktop } from '../desktop'
import { IconButton, notify } from '../ui'

const gone = {
  message: 'It could not be opened.',
  hint: 'Only what is there, in a registered resource or a sandbox, is opened. The path may have changed since.',
}

/** Opens a path in the person's own editor or file manager; nothing in a browser, whose machine may be another. */
export function OpenElsewhere({ path, line }: { readonly path: string; readonly line?: number }) {
  const native = desktop()?.native
  if (!native) return null
  const say = (opened: boolean) => {
    if (!opened) notify.problem(gone)
  }
  return (
    <>
      <IconButton
        icon={SquarePen}
        label="Open in editor"
        onClick={() => void native.openInEditor(path, line).then(say)}
      />
      <IconButton
        icon={FolderOpen}
        label="Show in file manager"
        onClick={() => void native.revealPath(path).then(say)}
      />
    </>
  )
}
