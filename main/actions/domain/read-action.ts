import type { ActionState } from '@shared/model/action'
import { isNameProblem, parseName, reservedNamespaceProblem } from '@shared/model/name'
import { nearest } from '@shared/model/nearest'
import type { ActorRole } from '@shared/model/plan'
import { meansProfile } from '@shared/model/profile'
import type { Diagnostic, SourceNode } from '@shared/model/source-tree'
import type { ActionDefinition, ArgDefinition } from './action-definition'
import type { MatchWhole } from './convert-arg'
import { readActors } from './read-actors'
import { readArgs } from './read-arg'
import { type Fields, readFields, type Report } from './read-fields'
import { readTemplates } from './read-templates'
import { readEnvironment, readInvariants, readValidations } from './read-rules'
import { type Environment, resolveVariables } from '@shared/model/resolve-variables'

/** What a text is checked against besides the schema. */
export type Known = {
  /** Names of the automation profiles; where absent, a profile's name is not checked. */
  readonly profiles?: readonly string[]
  /** Names of the providers that were added; each reserves its namespace. */
  readonly providers?: readonly string[]
  /** Roles whose default actor is configured; where absent, a missing actor is not spoken of. */
  readonly defaultActors?: readonly ActorRole[]
  /** What stands against an actor by its name, in sentences; null where a plan can use it. Where absent, none is looked for. */
  readonly actorProblem?: (name: string, role: ActorRole) => string | null
}

/** The definition where nothing is wrong; name and args as far as they could be read, for the form beside the editor. */
export type ReadAction = {
  readonly definition: ActionDefinition | undefined
  readonly diagnostics: readonly Diagnostic[]
  readonly name: string | null
  readonly args: readonly ArgDefinition[]
}

const start = { line: 1, column: 1, endLine: 1, endColumn: 1 }

function readName(fields: Fields, known: Known, report: Report): string | undefined {
  const node = fields.node('name')
  const text = fields.text('name')
  if (node === undefined || text === undefined) return undefined
  const parsed = parseName(text)
  const problem = isNameProblem(parsed) ? parsed : reservedNamespaceProblem(parsed.namespace, known.providers)
  if (problem) {
    report(`${problem.problem} ${problem.hint}`, node.span, 'name')
    return undefined
  }
  return isNameProblem(parsed) ? undefined : parsed.full
}

/** Lists and forms would show nothing of what the action is for. */
function warnUndescribed(fields: Fields, report: Report): void {
  if (fields.node('description') && fields.text('description')?.trim() !== '') return
  const place = { ...fields.span, endLine: fields.span.line, endColumn: fields.span.column }
  const sentence = 'The key "description" is missing or empty; lists show it to tell what the action is for.'
  report(sentence, place, '', 'description: ', 'warning')
}

function readProfile(fields: Fields, known: Known, report: Report): string | null {
  const node = fields.node('automation_profile')
  const name = fields.text('automation_profile')
  if (node === undefined || name === undefined) return null
  if (known.profiles && !known.profiles.some((one) => meansProfile(one, name))) {
    const near = nearest(name, known.profiles)[0] ?? null
    report(
      `There is no automation profile "${name}"; known are ${known.profiles.join(', ')}.`,
      node.span,
      'automation_profile',
      near,
    )
  }
  return name
}

function assemble(fields: Fields, known: Known, report: Report, matchWhole: MatchWhole) {
  const name = readName(fields, known, report)
  const args = readArgs(fields, report, matchWhole)
  const list = fields.node('args')
  const readable = list?.kind !== 'list' || list.items.length === args.length
  const definition: ActionDefinition = {
    name: name ?? '',
    description: (fields.text('description') ?? '').trim(),
    longDescription: (fields.text('long_description') ?? '').trim(),
    definitionOfDone: (fields.text('definition_of_done') ?? '').trim(),
    actors: readActors(fields, readable ? args : null, known, report),
    reusable: fields.flag('reusable') ?? true,
    readOnly: fields.flag('read_only') ?? false,
    state: (fields.text('state') ?? 'available') as ActionState,
    automationProfile: readProfile(fields, known, report),
    args,
    invariants: readInvariants(fields, report),
    validations: readValidations(fields, report),
    environment: readEnvironment(fields, report),
  }
  return { definition, name: name ?? null, args }
}

/** Reads an action from the tree of its text: everything that is wrong, in the order of the text, or the definition. */
export function readAction(
  root: SourceNode | undefined,
  env: Environment,
  known: Known,
  matchWhole: MatchWhole,
): ReadAction {
  const diagnostics: Diagnostic[] = []
  const report: Report = (message, span, path, suggestion = null, severity = 'error') =>
    void diagnostics.push({ severity, message, span, path, suggestion })
  if (root === undefined || (root.kind === 'scalar' && root.value === null)) {
    report(
      'The text is empty; an action needs at least name and definition_of_done.',
      root?.span ?? start,
      '',
      'name: ',
    )
    return { definition: undefined, diagnostics, name: null, args: [] }
  }
  const resolved = resolveVariables(root, env, (diagnostic) => void diagnostics.push(diagnostic))
  const fields = readFields(resolved, '', '', report)
  if (fields) readTemplates(fields, report)
  const read = fields ? assemble(fields, known, report, matchWhole) : { definition: undefined, name: null, args: [] }
  // The least of what can be said, so it is said where nothing else is.
  if (fields && diagnostics.length === 0) warnUndescribed(fields, report)
  const ordered = diagnostics.sort((a, b) => a.span.line - b.span.line || a.span.column - b.span.column)
  const sound = ordered.every((diagnostic) => diagnostic.severity !== 'error')
  return { ...read, definition: sound ? read.definition : undefined, diagnostics: ordered }
}
