import { useFieldControl } from './field'

/** A number between two ends; the arrows move it by a step, Page Up and Page Down by ten. */
export function Slider(props: {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly onChange: (value: number) => void
  /** What the value means, read out in place of the number. */
  readonly meaning: string
  /** Needed where no `Field` names it. */
  readonly label?: string
  readonly disabled?: boolean
}) {
  const { min, max, step, value } = props
  const control = useFieldControl()
  return (
    <input
      {...control}
      type="range"
      aria-label={props.label}
      aria-valuetext={props.meaning}
      min={min}
      max={max}
      // A value beside the grid is kept as it is until it is moved.
      step={Number.isInteger(Math.round((value / step) * 1e6) / 1e6) ? step : step / 10}
      value={value}
      disabled={props.disabled}
      onChange={(event) => props.onChange(Number(event.target.value))}
      className="h-5 w-full min-w-0 cursor-pointer accent-accent disabled:cursor-default disabled:opacity-60"
    />
  )
}
