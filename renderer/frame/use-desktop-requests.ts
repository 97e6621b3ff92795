import type { PageCommandId } from '@shared/commands'
import type { DesktopRequest } from '@shared/desktop'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { desktop } from '../desktop'
import { notify } from '../ui'

/** Does what the desktop asks of this page: commands of its menu, places to go to, folders dropped, files opened. */
export function useDesktopRequests(run: Readonly<Record<PageCommandId, () => void>>): void {
  const router = useRouter()
  const navigate = useNavigate()
  const take = useEffectEvent((request: DesktopRequest) => {
    switch (request.kind) {
      case 'command':
        return run[request.id]()
      case 'go':
        return router.history.push(request.to)
      case 'action-file':
        return void navigate({ to: '/actions/new', state: { openedFile: request.text } })
      case 'folders': {
        const [first, ...others] = request.paths
        if (first === undefined)
          return void notify.problem({
            message: 'Only folders can be registered.',
            hint: 'Nothing was changed. Drop the folder that holds the files.',
          })
        if (others.length > 0)
          notify.problem({
            message: 'One folder is registered at a time.',
            hint: 'This is the first one; drop the others after it.',
          })
        return void navigate({ to: '/resources', search: { register: true, folder: first } })
      }
    }
  })
  useEffect(() => desktop()?.onRequest((request) => take(request)), [])
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The text of a file that was opened with the application, to begin a new action from. */
    openedFile?: string
  }
}
