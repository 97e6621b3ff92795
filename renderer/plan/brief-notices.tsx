import { useState } from 'react'
import { Banner, linkLook } from '../ui'

/** A sentence that is no longer fits on one line of the narrowest window, more or less. */
const oneLine = 90

/** Sentences worth knowing in the place of one: the first, and the rest where it is asked for. */
export function BriefNotices({ notices }: { readonly notices: readonly string[] }) {
  const [open, setOpen] = useState(false)
  const [first = ''] = notices
  if (notices.length === 0) return null
  const more = notices.length > 1 ? `${notices.length - 1} more` : 'More'
  return (
    <Banner look="warning">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          {open ? notices.map((notice) => <p key={notice}>{notice}</p>) : <p className="truncate">{first}</p>}
        </div>
        {(notices.length > 1 || first.length > oneLine) && (
          <button type="button" aria-expanded={open} className={linkLook} onClick={() => setOpen(!open)}>
            {open ? 'Less' : more}
          </button>
        )}
      </div>
    </Banner>
  )
}
