import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAsk } from '../core/core'
import { PlanTitle } from '../plan/plan-title'
import { MiddleTruncate } from '../ui'
import { type Place, places, settingsPlace } from './places'

/** What the place below the list is called: a plan's title, an entity's name, or what is being made. */
function useInner(path: string): string | null {
  const params = useParams({ strict: false })
  const id = params.planId
  const plan = useQuery({
    ...useAsk().plans.status.queryOptions({ input: { plan_id: id ?? '' } }),
    enabled: id !== undefined,
  })
  if (id !== undefined) return plan.data?.title ?? id
  if (path === '/plans/new') return 'New plan'
  if (path === '/actions/new') return 'New action'
  return params._splat || null
}

function placeOf(path: string): Place | undefined {
  return (
    [...places.slice(1), settingsPlace].find((place) => path.startsWith(place.to)) ??
    (path === '/' ? places[0] : undefined)
  )
}

export function Breadcrumb() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const params = useParams({ strict: false })
  const place = placeOf(path)
  const inner = useInner(path)
  const title = [inner, place?.label].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title ? `${title} · CleverAgents` : 'CleverAgents'
  }, [title])
  if (!place) return <div className="min-w-0 flex-1" />
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-1.5">
        <li className={inner ? 'shrink-0 text-muted' : 'truncate font-semibold'}>
          {inner ? (
            <Link to={place.to} className="rounded-[4px] hover:text-ink hover:underline">
              {place.label}
            </Link>
          ) : (
            <h1 aria-current="page">{place.label}</h1>
          )}
        </li>
        {inner && (
          <>
            <li aria-hidden className="text-faint">
              ›
            </li>
            <li className="min-w-0">
              <h1 aria-current="page" className="min-w-0">
                {params.planId === undefined ? <MiddleTruncate text={inner} /> : <PlanTitle title={inner} />}
              </h1>
            </li>
          </>
        )}
      </ol>
    </nav>
  )
}
