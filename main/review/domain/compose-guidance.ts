import type { Comment } from './comment'

export type RejectedPart = { readonly path: string; readonly lines: string | null }

const longestQuote = 200

/** The comments of a review as one guidance: each with its file, line and the text that stood there. */
export function composeGuidance(
  comments: readonly Comment[],
  rejected: readonly RejectedPart[],
  nameOf: (resourceId: string) => string | null,
): string {
  const ordered = comments.toSorted(
    (one, other) =>
      one.resourceId.localeCompare(other.resourceId) || one.path.localeCompare(other.path) || one.line - other.line,
  )
  const parts = ordered.map((comment) => {
    const resource = nameOf(comment.resourceId)
    const place = `${resource === null ? '' : `${resource}: `}${comment.path}:${comment.line}${comment.side === 'old' ? ' (before the change)' : ''}`
    const quote = comment.quote.length > longestQuote ? `${comment.quote.slice(0, longestQuote)}…` : comment.quote
    return [place, `> ${quote}`, comment.text].join('\n')
  })
  const refused = rejected.map(({ path, lines }) => `- ${path}${lines === null ? '' : `, ${lines}`}`)
  return [
    'Comments on the changes:',
    ...parts,
    ...(refused.length > 0 ? [['Rejected, and not to be applied as it is:', ...refused].join('\n')] : []),
  ].join('\n\n')
}
