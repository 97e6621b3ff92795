import { globFault } from '@shared/model/globs'
import type { SourceNode } from '@shared/model/source-tree'
import type { Escalation, InvariantDefinition, Plain, ValidationDefinition } from './action-definition'
import { type Fields, kindOf, readFields, type Report } from './read-fields'

const plainRule = { onlyPaths: null, neverPaths: null, command: null, escalate: null, nonOverridable: false }

function readCommand(fields: Fields): string | readonly string[] | null {
  const node = fields.node('command')
  if (node === undefined) return null
  return node.kind === 'list' ? (fields.texts('command') ?? null) : (fields.text('command') ?? null)
}

/** The globs of a key; one that cannot be read is told where it stands. */
function readGlobList(fields: Fields, key: string, report: Report): readonly string[] | null {
  const globs = fields.texts(key) ?? null
  const node = fields.node(key)
  const fault = globFault(globs ?? [])
  if (node && fault !== null) report(`${key}: ${fault}.`, node.span, `${fields.path}.${key}`)
  return globs
}

function readEscalation(node: SourceNode | undefined, path: string, report: Report): Escalation | null {
  if (node === undefined) return null
  if (node.kind === 'scalar') {
    if (node.value === 'always' || node.value === true) return { always: true, paths: [], decisionTypes: [] }
    if (node.value !== false)
      report('escalate takes always, or a mapping with paths and decision_types.', node.span, path, 'always')
    return null
  }
  const fields = readFields(node, 'invariants[].escalate', path, report)
  if (!fields) return null
  const escalation = {
    always: fields.flag('always') ?? false,
    paths: readGlobList(fields, 'paths', report) ?? [],
    decisionTypes: fields.texts('decision_types') ?? [],
  }
  const says = escalation.always || escalation.paths.length + escalation.decisionTypes.length > 0
  if (!says) report('escalate names nothing: give paths, decision_types or always.', node.span, path)
  return escalation
}

function readInvariant(node: SourceNode, path: string, report: Report): InvariantDefinition | undefined {
  if (node.kind === 'scalar') {
    const text = typeof node.value === 'string' ? node.value.trim() : ''
    if (text !== '') return { ...plainRule, text }
    const found = node.value === null || text === '' ? kindOf(node) : 'empty'
    report(
      `An invariant is a text or a mapping, but this is ${typeof node.value === 'string' ? 'empty' : found}.`,
      node.span,
      path,
    )
    return undefined
  }
  const fields = readFields(node, 'invariants[]', path, report)
  const text = fields?.text('text')
  if (!fields || text === undefined) return undefined
  return {
    text: text.trim(),
    onlyPaths: readGlobList(fields, 'only_paths', report),
    neverPaths: readGlobList(fields, 'never_paths', report),
    command: readCommand(fields),
    escalate: readEscalation(fields.node('escalate'), `${path}.escalate`, report),
    nonOverridable: fields.flag('non_overridable') ?? false,
  }
}

function readItems<T>(
  list: SourceNode | undefined,
  path: string,
  read: (node: SourceNode, path: string) => T | undefined,
): readonly T[] {
  const items = list?.kind === 'list' ? list.items : []
  return items.map((item, index) => read(item, `${path}[${index}]`)).filter((item) => item !== undefined)
}

export function readInvariants(fields: Fields, report: Report): readonly InvariantDefinition[] {
  return readItems(fields.node('invariants'), 'invariants', (node, path) => readInvariant(node, path, report))
}

/** Reads one validation; undefined where it has no name. */
export function readValidation(node: SourceNode, path: string, report: Report): ValidationDefinition | undefined {
  const fields = readFields(node, 'validations[]', path, report)
  const name = fields?.text('name')
  if (!fields || name === undefined) return undefined
  const command = readCommand(fields)
  const tool = fields.text('tool') ?? null
  if (!fields.given('command') && !fields.given('tool'))
    report('A validation needs a command or a tool.', fields.span, path, 'command: ')
  if (command !== null && tool !== null) report('A validation has a command or a tool, not both.', fields.span, path)
  return {
    name,
    command,
    tool,
    description: fields.text('description') ?? '',
    mode: (fields.text('mode') ?? 'required') as ValidationDefinition['mode'],
    timeoutS: fields.integer('timeout') ?? 300,
    phase: (fields.text('phase') ?? 'execute') as ValidationDefinition['phase'],
    parse: fields.text('parse') ?? null,
  }
}

export function readValidations(fields: Fields, report: Report): readonly ValidationDefinition[] {
  return readItems(fields.node('validations'), 'validations', (node, path) => readValidation(node, path, report))
}

function plain(node: SourceNode): Plain {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') return node.items.map(plain)
  return Object.fromEntries(node.entries.map((entry) => [entry.key, plain(entry.value)]))
}

/** Keeps the environment as it is given and says plainly that commands run on this machine for now. */
export function readEnvironment(fields: Fields, report: Report): Plain {
  const node = fields.node('environment')
  if (node === undefined) return null
  if (node.kind === 'list' || (node.kind === 'scalar' && typeof node.value !== 'string')) {
    report(`environment takes text or a mapping, but this is ${kindOf(node)}.`, node.span, 'environment')
    return null
  }
  report(
    'environment is kept with the action but is not used yet; commands run on this machine.',
    node.span,
    'environment',
    null,
    'warning',
  )
  return plain(node)
}
