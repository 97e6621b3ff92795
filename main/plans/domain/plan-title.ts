import type { ArgValue } from './plan'

const longestAbout = 110
const longestDescription = 40

const longestCommand = 48

/** A text cut where a word ends, as long as that leaves most of it. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const room = text.slice(0, most - 1)
  const word = text[most - 1] === ' ' ? room.length : room.lastIndexOf(' ')
  return `${(word > most / 2 ? room.slice(0, word) : room).replace(/[\s,;:.]+$/, '')}…`
}

/** A shell line as short as a title needs it, without a quote that opens and is cut off before it closes. */
export function shortCommand(command: string): string {
  const lines = command.trim().split('\n')
  const whole = (lines[0] ?? '').replace(/\s+/g, ' ').trim()
  const short = cutAtWord(whole, longestCommand)
  if (short === whole) return lines.length > 1 ? `${whole} …` : whole
  let open = -1
  for (let at = 0; at < short.length; at += 1) {
    const sign = short[at]
    if (sign !== '"' && sign !== "'") continue
    if (open < 0) open = at
    else if (sign === short[open]) open = -1
  }
  return open > 0 ? `${short.slice(0, open).trimEnd()} …` : short
}

/** The beginning of a sentence that says by itself what is done: up to the first pause, or the first "and" of a long one. */
export function shortDescription(description: string): string {
  const clause = description.trim().split(/[,;:.]\s|[,;:.]$|\n/)[0] ?? ''
  const short = clause.length > 28 ? (clause.split(/\s(?:and|so that|without)\s/)[0] ?? clause) : clause
  return cutAtWord(short.trim(), longestDescription)
}

const longestTitle = 200

/** A name that a person gave, as one line that lists can show; null where it says nothing. */
export function givenTitle(title: string | undefined): string | null {
  const said = flat(title ?? '')
  return said === '' ? null : cutAtWord(said, longestTitle)
}

/** So long the first line of a commit is shown whole nearly everywhere. */
export const longestSubject = 72

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A title as the first line of a commit takes it, and the whole of what it says where that is more; `around` is said about it there. */
export function subjectOf(
  { title, action, args }: { readonly title: string } & Titled,
  around: (title: string) => string = (text) => text,
): { readonly subject: string; readonly whole: string | null } {
  const said = flat(title)
  const whole = title === planTitle(action, args) ? flat(wholeTitle(action, args)) : said
  const subject = around(cutAtWord(said, longestSubject - around('').length))
  return { subject, whole: subject === around(whole) ? null : whole }
}

type Titled = {
  readonly action: { readonly name: string; readonly description: string }
  readonly args: Readonly<Record<string, ArgValue>>
}

const firstText = (args: Titled['args']) =>
  Object.values(args).find((value) => typeof value === 'string' && value.trim() !== '')

/** What a title is cut from. */
function wholeTitle(action: Titled['action'], args: Titled['args']): string {
  const first = firstText(args)
  const does = shortDescription(action.description) || action.name
  if (typeof first !== 'string') return planTitle(action, args)
  return first === args['command'] ? `${does}: ${first}` : `${first} · ${does}`
}

/**
 * What a person reads in lists: first what tells this plan from others of its action, which is its first argument that
 * is a text, then what the action does in a few words. A command says
 * little by its beginning, so there the action comes first.
 */
export function planTitle(
  action: { readonly name: string; readonly description: string },
  args: Readonly<Record<string, ArgValue>>,
): string {
  const first = firstText(args)
  const about = typeof first === 'string' ? (first.trim().split('\n')[0] ?? '').trim() : ''
  const does = shortDescription(action.description) || action.name
  if (typeof first === 'string' && first === args['command']) return `${does}: ${shortCommand(first)}`
  return about ? `${cutAtWord(about, longestAbout)} · ${does}` : action.description.trim() || action.name
}
