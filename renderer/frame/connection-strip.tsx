import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCore } from '../core/core'
import { useObservable } from '../observable'
import { Button, Spinner } from '../ui'

/** Says that the line to the core is down; what is on screen stays. */
export function ConnectionStrip() {
  const { connection } = useCore()
  const status = useObservable(connection.status)
  const ended = status === 'ended'
  const broken = status === 'reconnecting' || ended
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
          {ended ? <CircleAlert size={15} aria-hidden /> : <Spinner />}
          <span className="flex-1">
            {ended
              ? 'The core has ended, and its plans with it; what they had recorded is kept. Start it again with `agents serve`, or reopen the application. What you see is from before.'
              : 'Reconnecting to the core… What you see is from before.'}
          </span>
          <Button variant="ghost" className="h-6" onClick={connection.retryNow}>
            Try now
          </Button>
        </div>
      )}
    </div>
  )
}
