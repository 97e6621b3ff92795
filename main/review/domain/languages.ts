import type { TokenKind } from '@shared/model/review'

/** Text that may run over several lines. */
export type Region = {
  readonly kind: TokenKind
  readonly open: string
  readonly close: string
  readonly escapes: boolean
}

export type Language = {
  readonly regions: readonly Region[]
  /** Patterns of what stands within one line, by kind; the first that matches counts. */
  readonly patterns: readonly (readonly [TokenKind, string])[]
  readonly keywords: ReadonlySet<string>
  readonly anyCase: boolean
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const region = (kind: TokenKind, open: string, close: string, escapes = false): Region => ({
  kind,
  open,
  close,
  escapes,
})

const double = String.raw`"(?:[^"\\]|\\.)*"?`
const single = String.raw`'(?:[^'\\]|\\.)*'?`
const slashes = region('comment', String.raw`\/\*`, String.raw`\*\/`)
const decorator: readonly [TokenKind, string] = ['meta', String.raw`@[\w.]+`]
const hash: readonly [TokenKind, string] = ['comment', '#.*']
const slash: readonly [TokenKind, string] = ['comment', String.raw`\/\/.*`]
const quoted: readonly (readonly [TokenKind, string])[] = [
  ['string', double],
  ['string', single],
]

function language(
  keywords: string,
  patterns: Language['patterns'],
  regions: readonly Region[] = [],
  anyCase = false,
): Language {
  return { keywords: words(keywords), patterns, regions, anyCase }
}

const script = language(
  'abstract as async await break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let namespace new null of override private protected public readonly return satisfies set static super switch this throw true try type typeof undefined unique var void while with yield string number boolean unknown never any bigint symbol',
  [slash, ...quoted, decorator],
  [slashes, region('string', '`', '`', true)],
)
const python = language(
  'and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return True try while with yield self',
  [hash, ['string', String.raw`[rbfuRBFU]{0,2}${double}`], ['string', String.raw`[rbfuRBFU]{0,2}${single}`], decorator],
  [region('string', '[rbfuRBFU]{0,2}"""', '"""', true), region('string', "[rbfuRBFU]{0,2}'''", "'''", true)],
)
const go = language(
  'any append bool break byte case chan const continue default defer else error fallthrough false float64 for func go goto if import int int64 interface iota len make map nil package range return rune select string struct switch true type uint var',
  [slash, ...quoted],
  [slashes, region('string', '`', '`')],
)
const rust = language(
  'as async await bool break char const continue crate dyn else enum extern f32 f64 false fn for i32 i64 if impl in let loop match mod move mut pub ref return self Self static str struct super trait true type u8 u32 u64 unsafe use usize where while',
  [
    slash,
    ['meta', String.raw`#!?\[[^\]]*\]`],
    ['type', String.raw`'[a-z_]\w*(?!')`],
    ...quoted,
    ['function', String.raw`\w+!(?=[([{])`],
  ],
  [slashes],
)
const java = language(
  'abstract assert async await base bool boolean break byte case catch char class const continue data default do double else enum event extends false final finally float for foreach fun func get goto guard if implements import in init instanceof int interface internal is let long namespace native new nil null object operator out override package params private protected public readonly record ref return sealed set short static string struct super switch this throw throws true try typeof using val var virtual void volatile when where while yield',
  [slash, ...quoted, decorator, ['meta', String.raw`(?<=^\s*)#\s*\w+`]],
  [region('string', '"""', '"""', true), slashes],
)
const c = language(
  'alignas auto bool break case catch char class const constexpr continue default delete do double else enum explicit export extern false final float for friend goto if inline int long mutable namespace new noexcept nullptr NULL operator override private protected public register return short signed sizeof static static_cast struct switch template this throw true try typedef typename union unsigned using virtual void volatile while size_t uint8_t int32_t uint32_t int64_t uint64_t',
  [slash, ['meta', String.raw`(?<=^\s*)#\s*\w+`], ...quoted],
  [slashes],
)
const ruby = language(
  'alias and begin break case class def defined? do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield require attr_reader attr_accessor',
  [hash, ...quoted, ['property', String.raw`:\w+`], ['property', String.raw`@{1,2}\w+`]],
  [region('comment', '(?<=^)=begin', '(?<=^)=end')],
)
const php = language(
  'abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty enum extends final finally fn for foreach function global if implements include instanceof interface isset list match namespace new null or print private protected public readonly require require_once return static switch throw trait true false try unset use var while yield',
  [
    slash,
    ['comment', String.raw`#(?!\[).*`],
    ...quoted,
    ['property', String.raw`\$\w+`],
    ['meta', String.raw`<\?php|\?>`],
  ],
  [slashes],
)
const shell = language(
  'break case continue do done elif else esac eval exec exit export fi for function if in local readonly return set shift source then trap unset until while',
  [
    ['comment', String.raw`(?<=^|\s)#.*`],
    ['string', double],
    ['string', "'[^']*'?"],
    ['property', String.raw`\$\{?[\w@#?*]+\}?`],
  ],
)
const sql = language(
  'add all alter and as asc begin between by case cascade check column commit constraint create cross database default delete desc distinct drop else end exists foreign from full group having if in index inner insert integer into is join key left like limit not null on or order outer primary references returning right rollback select set strict table text then transaction trigger union unique update using values view when where with without',
  [['comment', '--.*'], ...quoted],
  [slashes],
  true,
)
const yaml = language('true false null yes no on off', [
  ['comment', String.raw`(?<=^|\s)#.*`],
  ['property', String.raw`(?<=^[\s-]*)(?:"[^"]*"|'[^']*'|[\w./$-]+)(?=\s*:(?:\s|$))`],
  ...quoted,
  ['meta', String.raw`[&*!][\w-]+`],
])
const json = language(
  'true false null',
  [
    ['comment', String.raw`\/\/.*`],
    ['property', String.raw`"(?:[^"\\]|\\.)*"(?=\s*:)`],
    ['string', double],
  ],
  [slashes],
)
const toml = language(
  'true false',
  [hash, ['meta', String.raw`(?<=^\s*)\[.*\]`], ['property', String.raw`(?<=^\s*)[\w.-]+(?=\s*=)`], ...quoted],
  [region('string', '"""', '"""')],
)
const css = language(
  'important inherit initial none auto',
  [
    slash,
    ['keyword', String.raw`@[\w-]+`],
    ['property', String.raw`[\w-]+(?=\s*:\s)`],
    ['type', String.raw`[.#][a-zA-Z_][\w-]*`],
    ['number', String.raw`#[0-9a-fA-F]{3,8}\b`],
    ...quoted,
  ],
  [slashes],
)
const markup = language(
  '',
  [
    ['keyword', String.raw`<\/?[a-zA-Z][\w.:-]*|\/?>`],
    ['property', String.raw`[\w:@.-]+(?==)`],
    ...quoted,
    ['meta', String.raw`<![^>]*>?|&\w+;`],
  ],
  [region('comment', '<!--', '-->')],
)
const markdown = language(
  '',
  [
    ['keyword', '(?<=^)#{1,6} .*'],
    ['string', '`[^`]+`'],
    ['property', String.raw`\[[^\]]*\](?=\()`],
    ['meta', String.raw`(?<=^\s*)(?:[-*+]|\d+\.|>)(?=\s)`],
    ['type', String.raw`\*\*[^*]+\*\*`],
  ],
  [region('string', '(?<=^)```', '```')],
)
const terraform = language(
  'resource variable output module data provider locals terraform true false null for in if',
  [hash, slash, ['property', String.raw`(?<=^\s*)[\w-]+(?=\s*=)`], ...quoted],
  [slashes],
)
const docker = language(
  'FROM RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD HEALTHCHECK SHELL AS',
  [hash, ...quoted, ['property', String.raw`\$\{?\w+\}?`]],
)

const byEnding: Readonly<Record<string, Language>> = {
  ...Object.fromEntries('ts tsx js jsx mjs cjs mts cts'.split(' ').map((ending) => [ending, script])),
  ...Object.fromEntries('java kt kts cs scala swift dart groovy gradle'.split(' ').map((ending) => [ending, java])),
  ...Object.fromEntries('c h cc cpp cxx hpp hh m mm ino'.split(' ').map((ending) => [ending, c])),
  ...Object.fromEntries('sh bash zsh fish env'.split(' ').map((ending) => [ending, shell])),
  ...Object.fromEntries('html htm xml svg vue svelte xhtml plist'.split(' ').map((ending) => [ending, markup])),
  ...Object.fromEntries('css scss less sass'.split(' ').map((ending) => [ending, css])),
  ...Object.fromEntries('json jsonc json5 webmanifest'.split(' ').map((ending) => [ending, json])),
  ...Object.fromEntries('tf hcl tfvars'.split(' ').map((ending) => [ending, terraform])),
  py: python,
  pyi: python,
  go,
  rs: rust,
  rb: ruby,
  rake: ruby,
  php,
  sql,
  yaml,
  yml: yaml,
  toml,
  ini: toml,
  cfg: toml,
  md: markdown,
  mdx: markdown,
}
const byName: Readonly<Record<string, Language>> = {
  dockerfile: docker,
  makefile: shell,
  gemfile: ruby,
  rakefile: ruby,
}

/** The language of a file by its name; null where its text is shown plain. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const ending = name.slice(name.lastIndexOf('.') + 1)
  if (Object.hasOwn(byName, name)) return byName[name]!
  return Object.hasOwn(byEnding, ending) ? byEnding[ending]! : null
}
