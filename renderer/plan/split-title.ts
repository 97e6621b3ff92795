const separator = ' · '
/** A title that is no longer is cut at its end, where it has to be. */
const longEnough = 40
const longestTail = 16

/**
 * A title as a list shows it: what tells the plan from others, whose last word stays where its middle is cut, and what
 * its action does.
 */
export function splitTitle(title: string): { readonly head: string; readonly tail: string; readonly does: string } {
  const at = title.lastIndexOf(separator)
  const about = at > 0 ? title.slice(0, at) : title
  const does = at > 0 ? title.slice(at + separator.length) : ''
  if (about.length <= longEnough) return { head: about, tail: '', does }
  const word = about.lastIndexOf(' ', about.length - 6)
  const cut = about.length - word <= longestTail ? word : about.length - longestTail / 2
  // The space before the last word goes with what is cut: after the ellipsis it would be a hole.
  const from = about[cut] === ' ' ? cut + 1 : cut
  return { head: about.slice(0, from), tail: about.slice(from), does }
}
