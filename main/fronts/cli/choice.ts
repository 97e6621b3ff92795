import { invalid } from '@shared/model/refusal'

/** The number of an alternative, as it is listed from 1. */
export function choiceOf(text: string | undefined): { readonly choose?: number } {
  if (text === undefined) return {}
  if (/^[1-9]\d{0,5}$/.test(text)) return { choose: Number(text) }
  throw invalid('usage.choose', `"${text}" is no number of an alternative.`, {
    hint: 'Alternatives are counted from 1, as `agents plan explain DECISION` lists them.',
  })
}
