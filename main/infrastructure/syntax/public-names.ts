import type { SgNode } from '@ast-grep/napi'
import type { PublicName, ReadPublicNames } from '../../risk'
import { lazyAstGrep } from './load-ast-grep'

const parsers: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  mts: 'TypeScript',
  cts: 'TypeScript',
  tsx: 'Tsx',
  js: 'JavaScript',
  jsx: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  py: 'python',
  go: 'go',
  java: 'java',
  rs: 'rust',
}

type Reader = (node: SgNode) => readonly PublicName[]

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)

/** A declaration without its body. */
function head(node: SgNode, body: SgNode | null = node.field('body')): string {
  if (!body) return oneLine(node.text())
  return oneLine(node.text().slice(0, body.range().start.index - node.range().start.index))
}

const nameOf = (node: SgNode): string => node.field('name')?.text() ?? ''
const named = (name: string, signature: string): readonly PublicName[] => (name === '' ? [] : [{ name, signature }])

const isPrivateMember = (member: SgNode): boolean =>
  nameOf(member).startsWith('#') ||
  member.children().some((child) => child.is('accessibility_modifier') && child.text() !== 'public')

function scriptClass(node: SgNode, name: string): readonly PublicName[] {
  const members = node.field('body')?.children() ?? []
  const shown = members.filter(
    (member) => (member.is('method_definition') || member.is('method_signature')) && !isPrivateMember(member),
  )
  return [...named(name, head(node)), ...shown.flatMap((member) => named(`${name}.${nameOf(member)}`, head(member)))]
}

/** What a variable is to those who use it: how it is called, or of which type it says it is. */
function scriptVariable(node: SgNode): readonly PublicName[] {
  const value = node.field('value')
  const type = node.field('type')?.text() ?? ''
  const isFunction = value?.is('arrow_function') === true || value?.is('function_expression') === true
  return named(nameOf(node), oneLine(`${nameOf(node)}${type}${isFunction ? ` = ${head(value)}` : ''}`))
}

function scriptDeclaration(node: SgNode, isDefault: boolean): readonly PublicName[] {
  const kind = String(node.kind())
  if (kind === 'lexical_declaration' || kind === 'variable_declaration')
    return node.children().flatMap((one) => (one.is('variable_declarator') ? scriptVariable(one) : []))
  const name = isDefault ? 'default' : nameOf(node)
  if (/class/.test(kind)) return scriptClass(node, name)
  // Of a type all of its text is what others rely on.
  if (/interface|type_alias|enum/.test(kind)) return named(name, oneLine(node.text()))
  return named(name, head(node))
}

function exportedThing(node: SgNode): readonly PublicName[] {
  const isDefault = node.children().some((child) => child.is('default'))
  const declaration = node.field('declaration')
  if (declaration) return scriptDeclaration(declaration, isDefault)
  if (isDefault) return [{ name: 'default', signature: head(node.field('value') ?? node) }]
  const clause = node.children().find((child) => child.is('export_clause'))
  if (!clause) return [{ name: oneLine(node.text()), signature: '' }]
  return clause
    .children()
    .filter((child) => child.is('export_specifier'))
    .flatMap((one) => named(one.field('alias')?.text() ?? nameOf(one), ''))
}

/** `module.exports = {…}` and `exports.name = …`. */
function commonExports(node: SgNode): readonly PublicName[] {
  const assignment = node.children().find((child) => child.is('assignment_expression'))
  const left = assignment?.field('left')?.text() ?? ''
  const right = assignment?.field('right')
  const single = /^(?:module\.)?exports\.(\w+)$/.exec(left)?.[1]
  if (single) return [{ name: single, signature: right && /function/.test(String(right.kind())) ? head(right) : '' }]
  if (left !== 'module.exports' || !right?.is('object')) return []
  return right
    .children()
    .flatMap((child) =>
      named(child.is('pair') ? (child.field('key')?.text() ?? '') : child.isNamed() ? child.text() : '', ''),
    )
}

const script: Reader = (node) =>
  node.is('export_statement') ? exportedThing(node) : node.is('expression_statement') ? commonExports(node) : []

const isHidden = (name: string): boolean => name.startsWith('_') && !/^__\w+__$/.test(name)

const python: Reader = (node) => {
  if (node.is('decorated_definition')) return node.field('definition') ? python(node.field('definition')!) : []
  const name = nameOf(node)
  if (node.is('function_definition')) return isHidden(name) ? [] : named(name, head(node))
  if (node.is('class_definition') && !isHidden(name)) {
    const members = node.field('body')?.children().flatMap(python) ?? []
    return [...named(name, head(node)), ...members.map((one) => ({ ...one, name: `${name}.${one.name}` }))]
  }
  const target = node.is('expression_statement') ? node.children().find((child) => child.is('assignment')) : undefined
  const left = target?.field('left')
  return left?.is('identifier') && !isHidden(left.text())
    ? named(left.text(), oneLine(target?.field('type')?.text() ?? ''))
    : []
}

const isUpper = (name: string): boolean => /^\p{Lu}/u.test(name)

const go: Reader = (node) => {
  if (node.is('function_declaration')) return isUpper(nameOf(node)) ? named(nameOf(node), head(node)) : []
  if (node.is('method_declaration')) {
    const receiver = /(\w+)\s*(?:\[[^\]]*\])?\s*\)$/.exec(node.field('receiver')?.text() ?? '')?.[1] ?? ''
    return isUpper(nameOf(node)) && isUpper(receiver) ? named(`${receiver}.${nameOf(node)}`, head(node)) : []
  }
  if (!/^(type|const|var)_(declaration|spec_list)$/.test(String(node.kind())))
    return /^(type|const|var)_(spec|alias)$/.test(String(node.kind())) ? goSpec(node) : []
  return node.children().flatMap(go)
}

function goSpec(node: SgNode): readonly PublicName[] {
  const isType = !/^(const|var)_spec$/.test(String(node.kind()))
  const names = isType
    ? [nameOf(node)]
    : node
        .children()
        .filter((child) => child.is('identifier'))
        .map((child) => child.text())
  const signature = isType ? oneLine(node.text()) : oneLine(node.field('type')?.text() ?? '')
  return names.filter(isUpper).map((name) => ({ name, signature }))
}

const isPublic = (node: SgNode): boolean =>
  node.children().some((child) => child.is('modifiers') && /\b(public|protected)\b/.test(child.text()))

/** Without annotations, which callers need not fit. */
const javaHead = (node: SgNode): string => head(node).replaceAll(/@\w+(\([^)]*\))?\s*/g, '')

function javaMembers(node: SgNode, inInterface: boolean): readonly PublicName[] {
  return node.children().flatMap((member) => {
    if (/^(method|constructor)_declaration$/.test(String(member.kind())))
      return inInterface || isPublic(member) ? named(nameOf(member), javaHead(member)) : []
    if (member.is('field_declaration') && isPublic(member))
      return member
        .children()
        .flatMap((child) =>
          child.is('variable_declarator') ? named(nameOf(child), oneLine(member.field('type')?.text() ?? '')) : [],
        )
    return java(member)
  })
}

const java: Reader = (node) => {
  if (!/^(class|interface|enum|record)_declaration$/.test(String(node.kind())) || !isPublic(node)) return []
  const name = nameOf(node)
  const body = node.field('body')
  const members = body ? javaMembers(body, node.is('interface_declaration')) : []
  return [...named(name, javaHead(node)), ...members.map((one) => ({ ...one, name: `${name}.${one.name}` }))]
}

const isPub = (node: SgNode): boolean =>
  node.children().some((child) => child.is('visibility_modifier') && child.text() === 'pub')

const rust: Reader = (node) => {
  if (node.is('impl_item')) {
    const type = node.field('type')?.text() ?? ''
    return (node.field('body')?.children().flatMap(rust) ?? []).map((one) => ({ ...one, name: `${type}.${one.name}` }))
  }
  if (!isPub(node)) return []
  if (node.is('use_declaration')) return [{ name: oneLine(node.text()), signature: '' }]
  if (node.is('mod_item')) {
    const inner = node.field('body')?.children().flatMap(rust) ?? []
    return [...named(nameOf(node), ''), ...inner.map((one) => ({ ...one, name: `${nameOf(node)}.${one.name}` }))]
  }
  // What a type holds belongs to its signature, what a function does not.
  return named(nameOf(node), node.is('function_item') ? head(node) : oneLine(node.text()))
}

const readers: Readonly<Record<string, Reader>> = {
  TypeScript: script,
  Tsx: script,
  JavaScript: script,
  python,
  go,
  java,
  rust,
}

/** Reads public names through ast-grep, which parses on threads of its own; null for unknown languages and broken text. */
export function createPublicNames(astGrepOf = lazyAstGrep()): ReadPublicNames {
  return async (path, text) => {
    const parser = parsers[/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '']
    if (parser === undefined) return null
    const root = (await astGrepOf().parseAsync(parser, text)).root()
    if (root.is('ERROR') || root.has({ rule: { kind: 'ERROR' } })) return null
    return root.children().flatMap(readers[parser]!)
  }
}
