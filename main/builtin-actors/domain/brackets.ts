const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** The first bracket of a piece of code that has no counterpart; null where all have. What is quoted counts for nothing. */
export function oddBracket(code: string): string | null {
  const open: string[] = []
  for (const [bracket] of code.replaceAll(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '').matchAll(/[()[\]{}]/g)) {
    if (bracket in closers) open.push(bracket)
    else if (closers[open.pop() ?? ''] !== bracket) return bracket
  }
  return open[0] ?? null
}
