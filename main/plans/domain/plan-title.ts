import type { ArgValue } from './plan'

const longestAbout = 110
const longestDescription = 40

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`
}

/** The beginning of a sentence that says by itself what is done: up to the first pause, or the first "and" of a long one. */
export function shortDescription(description: string): string {
  const clause = description.trim().split(/[,;:.]\s|[,;:.]$|\n/)[0] ?? ''
  const short = clause.length > 28 ? (clause.split(/\s(?:and|so that|without)\s/)[0] ?? clause) : clause
  return cut(short.trim(), longestDescription)
}

/**
 * What a person reads in lists: first what tells this plan from others of its action, which is its first argument that
 * is a text, then what the action does in a few words.
 */
export function planTitle(
  action: { readonly name: string; readonly description: string },
  args: Readonly<Record<string, ArgValue>>,
): string {
  const first = Object.values(args).find((value) => typeof value === 'string' && value.trim() !== '')
  const about = typeof first === 'string' ? (first.trim().split('\n')[0] ?? '').trim() : ''
  const does = shortDescription(action.description) || action.name
  return about ? `${cut(about, longestAbout)} · ${does}` : action.description.trim() || action.name
}
