import { useEffect } from 'react'
import { useCore } from '../core/core'

/** Lets the core look at the sandboxes again whenever a person comes back to this window: meanwhile others may have moved one. */
export function useReconcile(): void {
  const { client } = useCore()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') return
      client.plans.reconcile().catch(() => {
        // A core that is away is told by the connection's own strip, and looks by itself when it starts.
      })
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [client])
}
