const variable = /\$\$\$([A-Z_][A-Z0-9_]*)?|\$\$?([A-Z_][A-Z0-9_]*)/g

export type Variables = { readonly single: readonly string[]; readonly multiple: readonly string[] }

/** The variables of a pattern that capture; those that begin with `_` stand for anything and do not. */
export function variablesOf(pattern: string): Variables {
  const single = new Set<string>()
  const multiple = new Set<string>()
  for (const [token, list, one] of pattern.matchAll(variable)) {
    const name = token.startsWith('$$$') ? list : one
    if (name === undefined || name.startsWith('_')) continue
    if (token.startsWith('$$$')) multiple.add(name)
    else single.add(name)
  }
  return { single: [...single], multiple: [...multiple] }
}

/** True where a pattern holds nothing but a variable, and so would match everything. */
export const isOnlyVariable = (pattern: string): boolean => pattern.replace(variable, '').trim() === ''

export type TemplatePart = { readonly text: string } | { readonly variable: string; readonly list: boolean }
export type Template = readonly TemplatePart[]

/** Reads a rewrite; a fault names the variable that the pattern does not capture. */
export function parseTemplate(
  rewrite: string,
  known: Variables,
): { readonly template: Template } | { readonly fault: string } {
  const template: TemplatePart[] = []
  let end = 0
  const text = rewrite.replace(/\r\n/g, '\n')
  for (const match of text.matchAll(variable)) {
    const [token, list, one] = match
    const isList = token.startsWith('$$$')
    const name = isList ? list : one
    if (name === undefined || name.startsWith('_'))
      return {
        fault: `\`${token}\` stands for anything and keeps nothing, so the rewrite cannot use it: name it in the pattern`,
      }
    if (!(isList ? known.multiple : known.single).includes(name)) return { fault: explain(token, name, isList, known) }
    if (match.index > end) template.push({ text: text.slice(end, match.index) })
    template.push({ variable: name, list: isList })
    end = match.index + token.length
  }
  if (end < text.length) template.push({ text: text.slice(end) })
  return { template }
}

function explain(token: string, name: string, isList: boolean, known: Variables): string {
  if ((isList ? known.single : known.multiple).includes(name))
    return `the rewrite uses \`${token}\`, but in the pattern it is \`${isList ? '$' : '$$$'}${name}\`: write both alike`
  const all = [...known.single.map((one) => `$${one}`), ...known.multiple.map((one) => `$$$${one}`)]
  return `the rewrite uses \`${token}\`, which the pattern does not capture; it captures ${all.length > 0 ? all.join(', ') : 'nothing'}`
}
