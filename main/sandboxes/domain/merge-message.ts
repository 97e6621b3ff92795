const longest = 72

/** The text of the merge of a plan's commit, told apart from that commit's own by its first line. */
export function mergeMessage(message: string): string {
  const [first = '', ...rest] = message.split('\n')
  const subject = `Merge plan: ${first}`
  if (subject.length <= longest) return [subject, ...rest].join('\n')
  const cut = subject.slice(0, longest - 1)
  const words = cut.slice(0, cut.lastIndexOf(' ')).replace(/[\s·:;,.]+$/, '')
  return [`${words}…`, ...rest].join('\n')
}
