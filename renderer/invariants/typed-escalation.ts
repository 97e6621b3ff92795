import { globsOf } from './words'

/** When a person is asked, as it is being filled in: `text` leaves it to what the rule's text asks for. */
export type TypedEscalation = {
  readonly when: 'text' | 'never' | 'always' | 'some'
  readonly paths: string
  readonly types: readonly string[]
}

export const blankEscalation: TypedEscalation = { when: 'text', paths: '', types: [] }

/** What is sent of it: undefined leaves it to the text, null asks nobody. */
export function escalationOf({ when, paths, types }: TypedEscalation) {
  switch (when) {
    case 'text':
      return undefined
    case 'never':
      return null
    case 'always':
      return { always: true, paths: [], decision_types: [] }
    case 'some':
      return { always: false, paths: globsOf(paths), decision_types: [...types] }
  }
}

/** Whether it asks about some things and names none. */
export const namesNothing = ({ when, paths, types }: TypedEscalation): boolean =>
  when === 'some' && globsOf(paths).length === 0 && types.length === 0

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? [value] : []).map(String)

/** The `escalate` of an action's text, to be filled in further. */
export function readEscalation(value: unknown): TypedEscalation {
  if (value === 'always' || value === true) return { ...blankEscalation, when: 'always' }
  if (typeof value !== 'object' || value === null) return { ...blankEscalation, when: 'never' }
  const parts = value as Readonly<Record<string, unknown>>
  if (parts['always'] === true) return { ...blankEscalation, when: 'always' }
  return { when: 'some', paths: texts(parts['paths']).join(', '), types: texts(parts['decision_types']) }
}

/** The same as an action's text has it; null leaves the key out. */
export function writeEscalation({ when, paths, types }: TypedEscalation) {
  if (when === 'always') return 'always'
  if (when !== 'some') return null
  const globs = globsOf(paths)
  return {
    ...(globs.length > 0 ? { paths: globs } : {}),
    ...(types.length > 0 ? { decision_types: [...types] } : {}),
  }
}
