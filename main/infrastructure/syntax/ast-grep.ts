import type { Rule, SgNode } from '@ast-grep/napi'
import type { PatternVariables, Span, Syntax, SyntaxMatch, SyntaxSearch } from '../../builtin-actors'
import { lazyAstGrep, type AstGrep } from './load-ast-grep'

type Frame = readonly [before: string, after: string]

/** What surrounds a pattern that is no whole file, so that its grammar reads it as it would stand in one. */
const frames: Readonly<Record<string, readonly Frame[]>> = {
  go: [
    ['package p\nfunc _() {\n', '\n}\n'],
    ['package p\ntype _ struct {\n', '\n}\n'],
  ],
  java: [
    ['class A {\n', '\n}\n'],
    ['class A {\nvoid f() {\n', '\n}\n}\n'],
  ],
  rust: [
    ['fn f() {\n', '\n}\n'],
    ['impl A {\n', '\n}\n'],
  ],
  Css: [['a {\n', '\n}\n']],
  JavaScript: [['class A {\n', '\n}\n']],
  TypeScript: [
    ['class A {\n', '\n}\n'],
    ['interface A {\n', '\n}\n'],
  ],
  Tsx: [
    ['class A {\n', '\n}\n'],
    ['interface A {\n', '\n}\n'],
  ],
}

/** What ast-grep puts in the place of `$` where a grammar has no such letter. */
const letters: Readonly<Record<string, string>> = { go: 'µ', python: 'µ', rust: 'µ', Css: '_', Html: 'z' }

const broken: { rule: Rule } = { rule: { kind: 'ERROR' } }
const isBroken = (node: SgNode): boolean => node.is('ERROR') || node.has(broken)

function* walk(node: SgNode): Generator<SgNode> {
  yield node
  for (const child of node.children()) yield* walk(child)
}

const spanOf = (node: SgNode): Span => ({ start: node.range().start.index, end: node.range().end.index })

/** Reads a pattern inside a frame; null where it is not one whole node there, or not the first of its kind. */
function framed({ parse }: AstGrep, parser: string, pattern: string, [before, after]: Frame): Rule | null {
  const readable = pattern.replace(/\$(?=[$A-Z_])/g, letters[parser] ?? '$')
  const root = parse(parser, before + readable + after).root()
  if (isBroken(root)) return null
  const end = before.length + readable.length
  const isPattern = (node: SgNode) => node.range().start.index === before.length && node.range().end.index === end
  const whole = [...walk(root)].findLast((node) => node.isNamed() && isPattern(node))
  if (!whole) return null
  const kind = whole.kind()
  const first = root.find({ rule: { kind } })
  // ast-grep takes the first node of a kind for the pattern, which must not be one of the frame.
  if (!first || first.range().start.index !== before.length) return null
  return { pattern: { context: before + pattern + after, selector: kind } }
}

function ruleFor(astGrep: AstGrep, parser: string, pattern: string): { rule: Rule; doubtful: boolean } {
  const readable = pattern.replace(/\$(?=[$A-Z_])/g, letters[parser] ?? '$')
  const doubtful = isBroken(astGrep.parse(parser, readable).root())
  const plain: Rule = { pattern }
  // Go reads a call that stands alone as a conversion of types, so its frames are always tried.
  const tried = doubtful || parser === 'go' ? (frames[parser] ?? []) : []
  const rules = tried.map((frame) => framed(astGrep, parser, pattern, frame)).filter((rule) => rule !== null)
  if (rules.length === 0) return { rule: plain, doubtful }
  return { rule: { any: doubtful ? rules : [plain, ...rules] }, doubtful: false }
}

function matchOf(node: SgNode, variables: PatternVariables): SyntaxMatch {
  const captures: Record<string, Span | null> = {}
  for (const name of variables.single) {
    const found = node.getMatch(name)
    captures[name] = found && spanOf(found)
  }
  for (const name of variables.multiple) {
    const found = node.getMultipleMatches(name)
    captures[name] = found.length === 0 ? null : { start: spanOf(found[0]!).start, end: spanOf(found.at(-1)!).end }
  }
  return { ...spanOf(node), captures, broken: isBroken(node) }
}

const stringKind = /string|template|raw_text|heredoc/

function stringsIn(node: SgNode): Span[] {
  const { start, end } = node.range()
  if (start.line === end.line) return []
  if (stringKind.test(String(node.kind()))) return [spanOf(node)]
  return node.children().flatMap(stringsIn)
}

const never: SyntaxSearch['find'] = async () => ({ matches: [], broken: false })

/** Structural search through ast-grep. */
export function createSyntax(astGrepOf = lazyAstGrep()): Syntax {
  return {
    open(parser, pattern, variables) {
      const astGrep = astGrepOf()
      const { parse, parseAsync } = astGrep
      const strings: SyntaxSearch['strings'] = async (text) => stringsIn((await parseAsync(parser, text)).root())
      try {
        const { rule, doubtful } = ruleFor(astGrep, parser, pattern)
        parse(parser, '').root().find({ rule })
        return {
          fault: null,
          doubtful,
          strings,
          async find(text) {
            const root = (await parseAsync(parser, text)).root()
            const matches = root.findAll({ rule }).map((node) => matchOf(node, variables))
            return { matches, broken: isBroken(root) }
          },
        }
      } catch (error) {
        // ast-grep throws for a pattern of no or of several nodes; its sentence says which.
        return { fault: error instanceof Error ? error.message : String(error), doubtful: true, find: never, strings }
      }
    },
  }
}
