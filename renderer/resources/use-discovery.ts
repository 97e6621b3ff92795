import { useEffect, useState } from 'react'
import { useCore } from '../core/core'

export type Progress = { readonly phase: string; readonly found: number }

/** How far discovery of a resource has come, while it runs. */
export function useDiscovery(resource: string, running: boolean): Progress | null {
  const { client } = useCore()
  const [progress, setProgress] = useState<Progress | null>(null)
  useEffect(() => {
    if (!running) return undefined
    const end = new AbortController()
    const follow = async () => {
      try {
        const stream = await client.resources.discovery({ resource }, { signal: end.signal })
        for await (const step of stream) setProgress(step.state === 'running' ? step : null)
      } catch {
        // The resource's own state, which events keep current, says how it ended.
        setProgress(null)
      }
    }
    void follow()
    return () => end.abort()
  }, [client, resource, running])
  return running ? progress : null
}
