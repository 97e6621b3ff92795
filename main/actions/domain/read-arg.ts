import type { ArgType } from '@shared/model/action'
import type { SourceNode } from '@shared/model/source-tree'
import type { ArgDefinition } from './action-definition'
import { convertArg, type MatchWhole } from './convert-arg'
import { type Fields, readFields, type Report } from './read-fields'

const namePattern = /^[A-Za-z_][A-Za-z0-9_-]*$/

function readPattern(fields: Fields, type: ArgType, report: Report): string | null {
  const node = fields.node('pattern')
  const pattern = fields.text('pattern')
  if (node === undefined || pattern === undefined) return null
  const path = `${fields.path}.pattern`
  if (type === 'boolean') report('An arg of type boolean takes no pattern.', node.span, path)
  try {
    // Built the way it is used, so that what cannot be used is refused here.
    void new RegExp(`^(?:${pattern})$`, 'u')
    return type === 'boolean' ? null : pattern
  } catch (error) {
    // The engine's own reason is the only one there is.
    const reason = error instanceof Error ? error.message.replace(/^.*: /, '') : String(error)
    report(`The pattern is no valid regular expression: ${reason}.`, node.span, path)
    return null
  }
}

function readChoices(fields: Fields, type: ArgType, report: Report): readonly string[] | null {
  const node = fields.node('choices')
  const choices = fields.texts('choices')
  if (node === undefined || choices === undefined) {
    const wanted = fields.node('type') ?? { span: fields.span }
    if (type === 'choice' && !fields.given('choices'))
      report('An arg of type choice needs choices.', wanted.span, fields.path, 'choices: []')
    return null
  }
  const path = `${fields.path}.choices`
  if (type !== 'choice')
    report(`Only an arg of type choice takes choices; this one is of type ${type}.`, node.span, path, 'type: choice')
  if (choices.length === 0) report('choices is empty; list at least one value.', node.span, path)
  choices.forEach((choice, index) => {
    const item = node.kind === 'list' ? node.items[index] : node
    if (choice === '') report('A choice may not be empty.', (item ?? node).span, `${path}[${index}]`)
    else if (choices.indexOf(choice) < index)
      report(`The choice "${choice}" stands here a second time.`, (item ?? node).span, `${path}[${index}]`)
  })
  return type === 'choice' ? choices : null
}

/** A default must be written as its type: the text "80" is no integer, and the number 80 no text. */
function wrongKind(type: ArgType, node: SourceNode): string | undefined {
  const value = node.kind === 'scalar' ? node.value : null
  if (type === 'integer' || type === 'float') return typeof value === 'number' ? undefined : 'a number'
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'true or false'
  if (type === 'choice') return undefined
  return typeof value === 'string' ? undefined : 'text; put it in quotes'
}

function readDefault(
  fields: Fields,
  arg: ArgDefinition,
  report: Report,
  matchWhole: MatchWhole,
): ArgDefinition['default'] {
  const node = fields.node('default')
  if (node?.kind !== 'scalar' || node.value === null) return null
  const path = `${fields.path}.default`
  const wrong = wrongKind(arg.type, node)
  if (wrong !== undefined) {
    report(
      `The default of an arg of type ${arg.type} must be ${wrong}.`,
      node.span,
      path,
      arg.type === 'string' || arg.type === 'path' ? JSON.stringify(node.text) : null,
    )
    return null
  }
  const converted = convertArg(arg, arg.type === 'choice' ? node.text : node.value, matchWhole)
  if ('value' in converted) return converted.value
  report(`The default ${converted.fault}.`, node.span, path)
  return null
}

function readArg(node: SourceNode, path: string, report: Report, matchWhole: MatchWhole): ArgDefinition | undefined {
  const fields = readFields(node, 'args[]', path, report)
  if (!fields) return undefined
  const name = fields.text('name')
  const type = fields.text('type') as ArgType | undefined
  const nameNode = fields.node('name')
  if (name !== undefined && nameNode && !namePattern.test(name)) {
    report(
      `"${name}" is no name for an arg; begin with a letter and use letters, digits, "_" and "-".`,
      nameNode.span,
      `${path}.name`,
    )
    return undefined
  }
  if (name === '__proto__') {
    report('An arg cannot be named "__proto__".', nameNode?.span ?? fields.span, `${path}.name`)
    return undefined
  }
  if (name === undefined || type === undefined) return undefined
  const arg: ArgDefinition = {
    name,
    type,
    required: fields.flag('required') ?? false,
    default: null,
    description: fields.text('description') ?? '',
    choices: readChoices(fields, type, report),
    pattern: readPattern(fields, type, report),
  }
  return { ...arg, default: readDefault(fields, arg, report, matchWhole) }
}

/** Reads the list of args; the ones that are whole are answered although others have faults. */
export function readArgs(fields: Fields, report: Report, matchWhole: MatchWhole): readonly ArgDefinition[] {
  const list = fields.node('args')
  const args: ArgDefinition[] = []
  const items = list?.kind === 'list' ? list.items : []
  items.forEach((item, index) => {
    const arg = readArg(item, `args[${index}]`, report, matchWhole)
    if (!arg) return
    const twin = args.find((other) => other.name.toLowerCase() === arg.name.toLowerCase())
    const entry = item.kind === 'map' ? item.entries.find((one) => one.key === 'name') : undefined
    if (twin) report(`Two args are named "${arg.name}".`, (entry?.value ?? item).span, `args[${index}].name`)
    else args.push(arg)
  })
  return args
}
