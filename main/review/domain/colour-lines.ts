import { type TokenKind, tokenKinds } from '@shared/model/review'
import type { Language, Region } from './languages'

/** Column, length and kind (a place in `tokenKinds`) of each coloured piece of a line, in threes. */
export type Tokens = readonly number[]

const longestLine = 1000
const code = (kind: TokenKind): number => tokenKinds.indexOf(kind)

type Rule = { readonly kind: TokenKind | null; readonly region: number }

function rulesOf(language: Language): { readonly scan: RegExp; readonly rules: readonly Rule[] } {
  const parts: string[] = []
  const rules: Rule[] = []
  const add = (pattern: string, rule: Rule) => {
    parts.push(`(${pattern})`)
    rules.push(rule)
  }
  for (const [at, region] of language.regions.entries()) add(region.open, { kind: region.kind, region: at })
  for (const [kind, pattern] of language.patterns) add(pattern, { kind, region: -1 })
  add(String.raw`\b(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\w*`, { kind: 'number', region: -1 })
  add(String.raw`[\p{L}_$][\p{L}\p{N}_$?]*`, { kind: null, region: -1 })
  return { scan: new RegExp(parts.join('|'), 'gu'), rules }
}

/** Where a region that is open at `from` ends on this line; null where it goes on. */
function endOf(line: string, from: number, region: Region): number | null {
  const close = new RegExp(region.escapes ? String.raw`\\.|(${region.close})` : `(${region.close})`, 'gu')
  close.lastIndex = from
  for (let found = close.exec(line); found; found = close.exec(line)) if (found[1] !== undefined) return close.lastIndex
  return null
}

function kindOfWord(language: Language, word: string, next: string): TokenKind | null {
  if (language.keywords.has(language.anyCase ? word.toLowerCase() : word)) return 'keyword'
  if (/^\p{Lu}.*\p{Ll}/u.test(word)) return 'type'
  return next === '(' ? 'function' : null
}

/**
 * Colours the lines of a file one after the other; what a line leaves open, such as a comment, goes on in the next. Lines
 * of more than 1,000 characters stay plain.
 */
export function createColouring(language: Language): (line: string) => Tokens {
  const { scan, rules } = rulesOf(language)
  let open = -1
  return (line) => {
    const tokens: number[] = []
    let at = 0
    if (open >= 0) {
      const region = language.regions[open]!
      const end = endOf(line, 0, region)
      if (line.length > 0) tokens.push(0, end ?? line.length, code(region.kind))
      if (end === null) return line.length > longestLine ? [] : tokens
      open = -1
      at = end
    }
    if (line.length > longestLine) return []
    scan.lastIndex = at
    for (let found = scan.exec(line); found; found = scan.exec(line)) {
      const rule = rules[found.slice(1).findIndex((group) => group !== undefined)]!
      let end = scan.lastIndex
      if (end === found.index) {
        scan.lastIndex += 1
        continue
      }
      const kind = rule.kind ?? kindOfWord(language, found[0], line.charAt(end))
      if (rule.region >= 0) {
        const closed = endOf(line, end, language.regions[rule.region]!)
        if (closed === null) open = rule.region
        end = closed ?? line.length
        scan.lastIndex = end
      }
      if (kind !== null) tokens.push(found.index, end - found.index, code(kind))
    }
    return tokens
  }
}
