import { freshItems, lookAt, type Look } from '@shared/model/inbox'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAsk } from '../core/core'
import { plural } from '../format/format'

/** Tells a screen reader when something new waits, wherever one is. */
export function Announcer() {
  const { data } = useQuery(useAsk().inbox.list.queryOptions({ input: { order: 'newest', limit: 50 } }))
  const known = useRef<Look | null>(null)
  const [message, setMessage] = useState('')
  /** The items that the message speaks of; once they are answered it must no longer be read. */
  const told = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!data) return
    const before = known.current
    known.current = lookAt(data.items, data.total)
    const fresh = before ? freshItems(before, data.items) : []
    const first = fresh[0]
    if (!first) {
      if (![...told.current].some((id) => known.current?.ids.has(id))) setMessage('')
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
