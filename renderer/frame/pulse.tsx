import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../core/core'
import { needsYou } from './needs-you'
import { formatMoney, formatNumber } from '../format/format'
import { cx } from '../ui'

/** Where there is no room for words, the numbers stay; a reader of the screen hears both. */
const words = 'max-[599px]:sr-only'

const part = 'rounded-[4px] px-1 whitespace-nowrap hover:bg-hover'

/** What runs, what waits and what it has cost, each leading to what it counts. */
export function Pulse() {
  const ask = useAsk()
  const { data } = useQuery(ask.events.pulse.queryOptions())
  if (!data) return null
  return (
    <div className="flex shrink-0 items-center gap-1 text-sm text-muted tabular">
      <Link to="/plans" search={{ state: 'processing' }} className={cx(part, data.running > 0 && 'text-accent-text')}>
        <span
          aria-hidden
          className={cx(
            'mr-1.5 inline-block size-1.5 rounded-full align-middle',
            data.running > 0 ? 'animate-[breathe_1600ms_ease-in-out_infinite] bg-accent-text' : 'bg-faint',
          )}
        />
        {formatNumber(data.running)} <span className={words}>running</span>
      </Link>
      <span aria-hidden>·</span>
      <Link to="/" className={cx(part, data.waiting > 0 && 'text-waiting')} title={needsYou(data)}>
        {formatNumber(data.waiting)} <span className={words}>{data.waiting === 1 ? 'needs' : 'need'} you</span>
      </Link>
      <span aria-hidden>·</span>
      <Link to="/plans" className={part} title="Cost of all plans">
        {formatMoney(data.cost_usd)}
      </Link>
    </div>
  )
}
