import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAsk } from '../core/core'
import { plural } from '../format/format'

/** Tells a screen reader when something new waits, wherever one is. */
export function Announcer() {
  const { data } = useQuery(useAsk().inbox.list.queryOptions())
  const known = useRef<ReadonlySet<string> | null>(null)
  const [message, setMessage] = useState('')
  /** The items that the message speaks of; once they are answered it must no longer be read. */
  const told = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!data) return
    const before = known.current
    known.current = new Set(data.items.map((item) => item.id))
    const fresh = before ? data.items.filter((item) => !before.has(item.id)) : []
    const first = fresh[0]
    if (!first) {
      if (![...told.current].some((id) => known.current?.has(id))) setMessage('')
      return
    }
    told.current = new Set(fresh.map((item) => item.id))
    const more = fresh.length > 1 ? ` And ${plural(fresh.length - 1, 'other')}.` : ''
    setMessage(`${first.title} waits for you: ${first.why}${more}`)
  }, [data])
  return (
    <div aria-live="polite" className="sr-only">
      {message}
    </div>
  )
}
