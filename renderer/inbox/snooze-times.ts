const hour = 3_600_000

export type SnoozeTime = { readonly label: string; readonly until: number }

function morning(now: number, inDays: number): number {
  const date = new Date(now)
  date.setDate(date.getDate() + inDays)
  return date.setHours(9, 0, 0, 0)
}

/** The moments a person usually means by "later", in their own time zone. */
export function snoozeTimes(now: number): readonly SnoozeTime[] {
  const toMonday = ((8 - new Date(now).getDay()) % 7) + (new Date(now).getDay() === 1 ? 7 : 0)
  return [
    { label: 'In an hour', until: now + hour },
    { label: 'In four hours', until: now + 4 * hour },
    { label: 'Tomorrow morning', until: morning(now, 1) },
    { label: 'Monday morning', until: morning(now, toMonday) },
  ]
}
