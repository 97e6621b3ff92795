import { invalid } from '@shared/model/refusal'

/** JSON carries it as a name, and every reader of objects leaves it out. */
const lostName = '__proto__'

/** Where a value holds the name, as the keys that lead to what holds it. */
function placeOf(value: unknown): readonly string[] | null {
  if (typeof value !== 'object' || value === null || value instanceof Blob) return null
  if (Object.hasOwn(value, lostName)) return []
  for (const [key, inner] of Object.entries(value)) {
    const place = placeOf(inner)
    if (place) return [key, ...place]
  }
  return null
}

/** Refuses an input with a name that would be lost without a word, as any other name that is not known. */
export function refuseLostNames(input: unknown): void {
  const place = placeOf(input)
  if (place === null) return
  if (place.join('.') === 'args')
    throw invalid('action.args_invalid', `Nothing was done. There is no arg "${lostName}".`, {
      hint: 'See what the action takes with: agents action show ACTION',
    })
  throw invalid(
    'input.unknown_name',
    `Nothing was done. There is no "${[...place, lostName].join('.')}" to be given.`,
    {
      hint: 'Leave it out.',
    },
  )
}
