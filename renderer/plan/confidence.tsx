import { cx } from '../ui'
import { isBelow } from './is-below'

const percent = (value: number) => `${Math.round(value * 100)} %`

/** Confidence as a bar with the threshold marked on it, and both in words. */
export function ConfidenceBar(props: { readonly confidence: number; readonly threshold: number | null }) {
  const { confidence, threshold } = props
  const below = isBelow(confidence, threshold)
  return (
    <div className="flex items-center gap-3">
      <div
        role="meter"
        aria-label="Confidence"
        aria-valuenow={confidence}
        aria-valuemin={0}
        aria-valuemax={1}
        className="relative h-1.5 w-40 rounded-full bg-pressed"
      >
        <div
          className={cx('h-full rounded-full', below ? 'bg-waiting' : 'bg-done')}
          style={{ width: `${Math.min(1, Math.max(0, confidence)) * 100}%` }}
        />
        {threshold !== null && threshold > 0 && (
          <span
            className="absolute -top-1 h-3.5 w-0.5 -translate-x-1/2 rounded-full bg-ink"
            style={{ left: `${Math.min(1, threshold) * 100}%` }}
          />
        )}
      </div>
      <span className="tabular">
        <span className={cx('font-medium', below && 'text-waiting')}>{percent(confidence)} sure</span>
        <span className="text-muted">
          {threshold === null || threshold === 0
            ? ' · decided by itself'
            : threshold >= 1
              ? ' · a person always decides'
              : ` · asks below ${percent(threshold)}`}
        </span>
      </span>
    </div>
  )
}

/** The number alone, for a row. */
export function Confidence(props: { readonly value: number | null; readonly threshold: number | null }) {
  if (props.value === null) return null
  const below = isBelow(props.value, props.threshold)
  return (
    <span
      title={`Confidence ${props.value.toFixed(2)}`}
      className={cx('shrink-0 text-sm tabular', below ? 'text-waiting' : 'text-muted')}
    >
      {percent(props.value)} sure
    </span>
  )
}
