import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../core/core'
import { formatNumber } from '../format/format'
import { cx } from '../ui'
import { needsYou } from './needs-you'
import { type Place, places, settingsPlace } from './places'

function PlaceLink(props: { readonly place: Place; readonly count?: number | undefined; readonly told?: string }) {
  const { place, count } = props
  const Icon = place.icon
  return (
    <Link
      to={place.to}
      activeOptions={{ exact: place.to === '/', includeSearch: false }}
      title={count ? `${place.label}: ${props.told}` : place.label}
      className="focus-inset relative flex h-row items-center gap-2.5 rounded-md px-2.5 transition-colors max-[1023px]:justify-center max-[1023px]:px-0"
      activeProps={{ className: 'bg-selected font-medium text-ink' }}
      inactiveProps={{ className: 'text-muted hover:bg-hover hover:text-ink' }}
    >
      <Icon size={15} aria-hidden className="shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 truncate max-[1023px]:sr-only">{place.label}</span>
      {count !== undefined && count > 0 && (
        <span className="text-sm text-waiting tabular max-[1023px]:absolute max-[1023px]:top-0.5 max-[1023px]:right-0.5 max-[1023px]:rounded-full max-[1023px]:bg-panel max-[1023px]:px-0.5 max-[1023px]:text-[10px] max-[1023px]:leading-3">
          <span aria-hidden>{formatNumber(count)}</span>
          <span className="sr-only">, {count === 1 ? '1 plan needs' : `${formatNumber(count)} plans need`} you</span>
        </span>
      )}
    </Link>
  )
}

export function Sidebar() {
  const { data } = useQuery(useAsk().events.pulse.queryOptions())
  return (
    <nav
      aria-label="Main"
      className={cx(
        'flex w-[216px] shrink-0 flex-col gap-0.5 border-r border-line bg-panel p-2 max-[1023px]:w-12 max-[1023px]:p-1.5',
      )}
    >
      <div className="flex h-row items-center gap-2 px-2.5 font-semibold max-[1023px]:hidden">CleverAgents</div>
      {places.map((place) => (
        <PlaceLink
          key={place.to}
          place={place}
          count={place.to === '/' ? data?.waiting : undefined}
          told={data ? needsYou(data) : ''}
        />
      ))}
      <div className="flex-1" />
      <PlaceLink place={settingsPlace} />
    </nav>
  )
}
