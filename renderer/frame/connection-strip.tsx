import { useEffect, useState } from 'react'
import { useCore } from '../core/core'
import { useObservable } from '../observable'
import { Button, Spinner } from '../ui'

/** Says that the line to the core is down; what is on screen stays. */
export function ConnectionStrip() {
  const { connection } = useCore()
  const status = useObservable(connection.status)
  const broken = status === 'reconnecting'
  const [shown, setShown] = useState(false)
  // A break that heals at once is not worth a word.
  useEffect(() => {
    const timer = setTimeout(() => setShown(broken), broken ? 400 : 0)
    return () => clearTimeout(timer)
  }, [broken])
  return (
    <div role="status">
      {shown && (
        <div className="flex min-h-row items-center gap-2 border-b border-waiting-line bg-waiting-soft px-4 text-waiting">
          <Spinner />
          <span className="flex-1">
            Reconnecting to the core… What you see is from before; plans go on without this window.
          </span>
          <Button variant="ghost" className="h-6" onClick={connection.retryNow}>
            Try now
          </Button>
        </div>
      )}
    </div>
  )
}
