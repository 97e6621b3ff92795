import type { Escalation } from '@shared/model/invariant'

export type Proposal = { readonly escalate: Escalation; readonly why: string }

const asks = /\b(approv\w*|review\w*|sign[- ]?off|confirm\w*|permission|consent)\b/i
const demands = /\b(requires?|required|needs?|must|only (?:with|after)|without|subject to)\b/i
const split = /\b(?:requires?|required|needs?|must|only (?:with|after)|without|subject to)\b/i

/** Words that say nothing of where a change lies. */
const general = new Set(
  (
    'a an all any are as at be by change changed changes changing code edit edits every file files for from in into is ' +
    'it its logic modification modifications modify new of on or the this that to touch touching update updates with ' +
    'explicit human person manual production be not no do make made done work works which and'
  ).split(' '),
)

/** A word by its root, so that "migrations" and "migration", "authentication" and "auth" are found alike. */
function rootOf(word: string): string {
  if (/^auth(?:entication|orization|orisation|enticated)?$/.test(word)) return 'auth'
  if (/(?:ss|us|is)$/.test(word)) return word
  return word.replace(/ies$/, 'y').replace(/s$/, '')
}

/** The word that each part of a subject is about: the last that is not general, or a path as it is written. */
function topicsOf(subject: string): readonly string[] {
  return subject
    .toLowerCase()
    .split(/\s+(?:and|or)\s+|[,;]/)
    .flatMap((part) => {
      const words = part.split(/[^\p{L}\p{N}/_.*-]+/u).filter((word) => word !== '' && !general.has(word))
      const path = words.find((word) => word.includes('/') || /\.\w+$/.test(word))
      const last = words.at(-1)
      return path ? [path] : last && last.length > 2 ? [rootOf(last)] : []
    })
}

/**
 * What a plain text that says approval or review is required means for decisions: those about what it names go to a
 * person, or all of them where it names nothing. Null where it asks for neither.
 */
export function proposeEscalation(text: string): Proposal | null {
  if (!asks.test(text) || !demands.test(text)) return null
  const topics = [...new Set(topicsOf(text.split(split)[0] ?? ''))]
  if (topics.length === 0) {
    return {
      escalate: { always: true, paths: [], decisionTypes: [] },
      why: 'The text asks for a person without saying for what: every decision goes to one.',
    }
  }
  const paths = topics.map((topic) => (/[/.*]/.test(topic) ? topic : `**/*${topic}*`))
  return {
    escalate: { always: false, paths, decisionTypes: [] },
    why: `The text asks for a person: decisions about ${topics.join(', ')} go to one.`,
  }
}
