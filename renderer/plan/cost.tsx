import { formatCost } from '../format/format'

/** Why a cost is marked. */
export const estimatedWhy =
  'Part of it is estimated: a call was cut off, so it counts at the most that it may have cost.'

/** What was spent; where part of it is estimated it says so. */
export function Cost(props: { readonly usd: number | null; readonly estimated: boolean }) {
  const { usd, estimated } = props
  if (usd === null || !estimated) return <>{formatCost(usd, false)}</>
  return (
    <span title={estimatedWhy}>
      <span className="sr-only">about </span>
      {formatCost(usd, true)}
    </span>
  )
}
