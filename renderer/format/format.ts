export { plural } from '@shared/model/plural'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Making a formatter costs far more than using it, and a list makes the same few for every row. */
function kept<F, O>(make: (locale: string | undefined, options: O) => F) {
  const made = new Map<string, F>()
  return (locale: string | undefined, options: O): F => {
    const key = `${locale ?? ''} ${JSON.stringify(options)}`
    const found = made.get(key) ?? make(locale, options)
    made.set(key, found)
    return found
  }
}
const numbers = kept((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
const dates = kept((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))
const relatives = kept(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)

/** `$0.023`, `<$0.001`, `$12.40`; an unknown cost is a dash. */
export function formatMoney(usd: number | null, locale?: string): string {
  if (usd === null) return '–'
  if (usd > 0 && usd < 0.001) return `<${formatMoney(0.001, locale)}`
  const digits = usd === 0 || usd >= 1 ? 2 : 3
  return numbers(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Math.min(digits, 2),
    maximumFractionDigits: digits,
  }).format(usd)
}

/** What was spent, `~$0.023` where part of it is estimated. */
export function formatCost(usd: number | null, estimated: boolean): string {
  return usd !== null && estimated ? `~${formatMoney(usd)}` : formatMoney(usd)
}

/** `850`, `6.8k`, `1.2M`. */
export function formatCount(count: number, locale?: string): string {
  if (count < 1000) return numbers(locale, {}).format(count)
  return numbers(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(count).replace('K', 'k')
}

export function formatNumber(count: number, locale?: string): string {
  return numbers(locale, {}).format(count)
}

/** `0.4s`, `42s`, `1m 42s`, `3h 05m`, `2d 4h`. */
export function formatDuration(ms: number): string {
  if (ms < 10 * second) return `${(Math.max(0, ms) / second).toFixed(1)}s`
  if (ms < minute) return `${Math.floor(ms / second)}s`
  if (ms < hour) return `${Math.floor(ms / minute)}m ${pad(Math.floor((ms % minute) / second))}s`
  if (ms < day) return `${Math.floor(ms / hour)}h ${pad(Math.floor((ms % hour) / minute))}m`
  return `${Math.floor(ms / day)}d ${Math.floor((ms % day) / hour)}h`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

/** `now`, `4 min. ago`, `yesterday`, in the user's locale. */
export function formatRelative(at: number, now: number, locale?: string): string {
  const format = relatives(locale, { numeric: 'auto', style: 'short' })
  const past = now - at
  if (Math.abs(past) < 45 * second) return format.format(0, 'second')
  if (Math.abs(past) < hour) return format.format(-Math.round(past / minute), 'minute')
  if (Math.abs(past) < day) return format.format(-Math.round(past / hour), 'hour')
  if (Math.abs(past) < 30 * day) return format.format(-Math.round(past / day), 'day')
  return dates(locale, { dateStyle: 'medium' }).format(at)
}

/** A moment ahead, as briefly as it is clear: `14:30` today, `Mon 09:00` within a week, else the date. */
export function formatSoon(at: number, now = Date.now(), locale?: string): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString()
  const weekday = at - now < 7 * day ? 'short' : undefined
  if (sameDay) return dates(locale, { timeStyle: 'short' }).format(at)
  if (weekday) return dates(locale, { weekday, hour: 'numeric', minute: '2-digit' }).format(at)
  return dates(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

export function formatExact(at: number, locale?: string): string {
  return dates(locale, { dateStyle: 'full', timeStyle: 'medium' }).format(at)
}

/** `812 B`, `1.4 kB`, `3 MB`. */
export function formatBytes(bytes: number, locale?: string): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${numbers(locale, { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 }).format(value)} ${units[unit]}`
}

/** Cuts so that the end, which tells paths and names apart, stays whole; `tail` never shrinks. */
export function splitMiddle(text: string, tailLength = 12): readonly [head: string, tail: string] {
  if (text.length <= tailLength * 2) return [text, '']
  const slash = text.lastIndexOf('/')
  const fromSlash = text.length - slash
  const cut = slash > 0 && fromSlash <= tailLength * 2 ? slash : text.length - tailLength
  return [text.slice(0, cut), text.slice(cut)]
}

/** Words that begin a line: their first letter is a capital one. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
