import type { PlanView } from '@shared/contract/plan-view'
import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { plural } from '../format/format'
import { Banner, Button, linkLook, StatusMark } from '../ui'
import { useShortcuts } from '../core/use-shortcuts'
import { useRun } from './use-run'
import { beforeApply, blockWords, keyOf, neverRan, standingMark } from './words'

/** Runs all checks of a plan once more; nothing where that is not possible now. */
export function RunChecksAgain(props: {
  readonly plan: PlanView
  readonly primary?: boolean
  readonly shortcut?: 'a'
}) {
  const { plan, shortcut } = props
  const { run, why } = useRun(plan)
  useShortcuts({ a: shortcut && why === null ? () => run.run(undefined) : undefined })
  if (why !== null && !run.busy) return <span className="text-muted">{why}</span>
  return (
    <Button
      icon={RotateCw}
      variant={props.primary ? 'primary' : 'secondary'}
      busy={run.busy}
      onClick={() => run.run(undefined)}
      {...(shortcut ? { shortcut } : {})}
    >
      {neverRan(plan) ? 'Run checks' : 'Run checks again'}
    </Button>
  )
}

/** The required checks that stand against applying, each with why, and those that Apply runs itself before it begins. */
export function ApplyChecks(props: { readonly plan: PlanView; readonly onOpen: () => void }) {
  const { plan } = props
  const { blocking, ahead } = beforeApply(plan)
  return (
    <>
      {blocking.length > 0 && (
        <section aria-label="Checks in the way" className="overflow-hidden rounded-md border border-line">
          <div className="flex flex-wrap items-center gap-2 border-b border-line bg-panel px-3 py-1.5">
            <p className="min-w-0 flex-1 basis-64">
              {plural(blocking.length, 'required check')} {blocking.length === 1 ? 'has' : 'have'} to pass on these
              changes before they can be applied.
            </p>
            <RunChecksAgain plan={plan} />
          </div>
          <ul aria-label="Required checks">
            {blocking.map((one) => (
              <li
                key={keyOf(one)}
                className="flex min-h-row flex-wrap items-center gap-x-3 border-b border-line px-3 py-1 last:border-b-0"
              >
                <span className="font-medium break-words">{one.name}</span>
                <span className="min-w-0 flex-1 text-muted">
                  {blockWords(one)}
                  {one.ran_on && `, on ${one.ran_on}`}
                </span>
                <StatusMark {...standingMark(one)} />
              </li>
            ))}
          </ul>
          {blocking.some((one) => one.at !== null) && (
            <p className="border-t border-line px-3 py-1.5">
              <Link
                to="/plans/$planId"
                params={{ planId: plan.plan_id }}
                search={{ tab: 'validations' }}
                className={linkLook}
                onClick={props.onOpen}
              >
                Read what they wrote
              </Link>
            </p>
          )}
        </section>
      )}
      {ahead.length > 0 && blocking.length === 0 && (
        <Banner look="info">
          {ahead.map(({ name }) => name).join(', ')} {ahead.length === 1 ? 'runs' : 'run'} first; nothing is applied
          unless {ahead.length === 1 ? 'it passes' : 'they pass'}.
        </Banner>
      )}
    </>
  )
}
