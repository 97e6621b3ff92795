import { isOnlyVariable, parseTemplate, variablesOf, type Template } from './domain/template'
import { languageNamed, languages, type Language } from './domain/languages'
import { oddBracket } from './domain/brackets'
import { parseGlobs, type PathFilter } from '@shared/model/globs'
import { keepsSemicolon } from './domain/rewrite-text'
import type { ArgFault, PhaseContext, PhaseOutcome, Syntax, SyntaxSearch } from './ports'

/** What a plan's args ask of `builtin/rewrite`. */
export type RewriteRequest = {
  readonly pattern: string
  readonly language: Language
  readonly template: Template
  readonly keepSemicolon: boolean
  readonly filter: PathFilter
  readonly searches: ReadonlyMap<string, SyntaxSearch>
}

type Failed = Extract<PhaseOutcome, { kind: 'failed' }>

const failedWith = (code: string, message: string, hint: string): Failed => ({ kind: 'failed', code, message, hint })

/** Reads and checks the args before anything is searched; a failure names the arg and what it may be. */
export function readRequest(args: PhaseContext['args'], syntax: Syntax): RewriteRequest | Failed {
  const text = (name: string) => String(args[name] ?? '').replace(/\r\n/g, '\n')
  const pattern = text('pattern').trim()
  // A block of YAML ends with a line break that belongs to no code.
  const rewrite = text('rewrite').replace(/\n+$/, '')
  if (pattern === '') return failedWith('rewrite.bad_pattern', 'The arg `pattern` is missing or empty.', patternHint)
  if (args['rewrite'] === undefined)
    return failedWith(
      'rewrite.bad_rewrite',
      'The arg `rewrite` is missing.',
      'Give the text that takes the place of each match; an empty text deletes it.',
    )
  const language = languageNamed(text('language'))
  if (!language)
    return failedWith(
      'rewrite.unknown_language',
      `The language \`${text('language')}\` is not known.`,
      `Choose one of ${languages.map((one) => one.name).join(', ')}.`,
    )
  if (isOnlyVariable(pattern))
    return failedWith('rewrite.bad_pattern', `The pattern \`${pattern}\` would match everything.`, patternHint)
  const variables = variablesOf(pattern)
  const parsed = parseTemplate(rewrite, variables)
  if ('fault' in parsed)
    return failedWith(
      'rewrite.bad_rewrite',
      `${capital(parsed.fault)}.`,
      'Correct the arg `rewrite` or `pattern`; nothing was changed.',
    )
  const globs = parseGlobs(text('paths'))
  if ('fault' in globs)
    return failedWith(
      'rewrite.bad_paths',
      `${capital(globs.fault)}.`,
      'Separate globs by commas or line breaks, for example `src/**/*.py, !src/legacy`.',
    )
  const searches = new Map(language.grammars.map(({ parser }) => [parser, syntax.open(parser, pattern, variables)]))
  const faults = [...searches.values()].map((search) => search.fault)
  if (faults.every((fault) => fault !== null))
    return failedWith(
      'rewrite.bad_pattern',
      `The pattern is not one piece of ${language.name}: ${faults[0]}`,
      patternHint,
    )
  const odd = oddBracket(pattern)
  if (odd !== null && [...searches.values()].every((search) => search.doubtful))
    return failedWith(
      'rewrite.bad_pattern',
      `The pattern \`${pattern}\` is not a whole piece of ${language.name}: \`${odd}\` has no counterpart.`,
      patternHint,
    )
  return {
    pattern,
    language,
    template: parsed.template,
    keepSemicolon: keepsSemicolon(pattern, rewrite),
    filter: globs.filter,
    searches,
  }
}

const argOf: Readonly<Record<string, string>> = {
  'rewrite.bad_pattern': 'pattern',
  'rewrite.bad_rewrite': 'rewrite',
  'rewrite.unknown_language': 'language',
  'rewrite.bad_paths': 'paths',
}

/** What makes a plan with these args fail whatever is in its files; null where nothing does. */
export function requestFault(args: PhaseContext['args'], syntax: Syntax): ArgFault | null {
  const request = readRequest(args, syntax)
  if (!('kind' in request)) return null
  const arg = argOf[request.code] ?? 'pattern'
  return { arg, message: `${arg}: ${request.message}`, hint: request.hint }
}

export const patternHint =
  'Write the pattern as one expression or statement of the language, with `$NAME` for a part and `$$$NAME` for any number of parts.'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
