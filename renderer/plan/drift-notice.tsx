import type { PlanView } from '@shared/contract/plan-view'
import { useState } from 'react'
import { plural } from '../format/format'
import { Banner, Button } from '../ui'
import { UpdateDialog } from './update-dialog'

const shown = 12

/** One file is named; of several one sees how many, and which where one asks. */
function Paths({ paths }: { readonly paths: readonly string[] }) {
  const list = (
    <ul className="max-h-32 overflow-y-auto">
      {paths.slice(0, shown).map((path) => (
        <li key={path} className="mono break-all">
          {path}
        </li>
      ))}
      {paths.length > shown && <li className="text-muted">and {paths.length - shown} more</li>}
    </ul>
  )
  if (paths.length < 3) return list
  return (
    <details>
      <summary className="w-fit cursor-pointer text-muted">{plural(paths.length, 'file')}</summary>
      {list}
    </details>
  )
}

/** Says above a plan's tabs which files others changed where it works; going on and ending it stand beside its state. */
export function DriftNotice({ plan }: { readonly plan: PlanView }) {
  const [open, setOpen] = useState(false)
  if (plan.source_drift.length === 0) return null
  return (
    <>
      <Banner look="waiting">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-64">
            {plan.source_drift.map(({ resource, paths }) => (
              <div key={resource}>
                <p>
                  <span className="font-medium">The source of {resource} changed while this plan worked.</span> Your
                  files stay as they are; resume to go on with what the plan has, or bring it up to date first.
                </p>
                <Paths paths={paths} />
              </div>
            ))}
          </div>
          <Button onClick={() => setOpen(true)}>Bring up to date…</Button>
        </div>
      </Banner>
      {open && <UpdateDialog plan={plan} onClose={() => setOpen(false)} />}
    </>
  )
}
