import { type BuiltinActorArg, builtinActors } from '@shared/model/builtin-actors'
import { nameKey } from '@shared/model/name'
import { nearest } from '@shared/model/nearest'
import { type ActorRole, actorRoles } from '@shared/model/plan'
import type { ActionDefinition, ArgDefinition } from './action-definition'
import type { Fields, Report } from './read-fields'

const keyOf = (role: ActorRole): string => `${role}_actor`

type KnownActors = {
  readonly defaultActors?: readonly ActorRole[]
  readonly actorProblem?: (name: string, role: ActorRole) => string | null
}

/** Actors may be added after the action that names them, so that one which is not there yet is no fault. */
function warnUnknown(fields: Fields, problemOf: KnownActors['actorProblem'], report: Report): void {
  for (const role of actorRoles) {
    const node = fields.node(keyOf(role))
    const name = fields.text(keyOf(role))
    if (!node || !name || nameKey(name).startsWith('builtin/')) continue
    const problem = problemOf?.(name, role) ?? null
    if (problem !== null) report(`No plan can use this action yet. ${problem}`, node.span, keyOf(role), null, 'warning')
  }
}

function warnUnset(fields: Fields, defaultActors: readonly ActorRole[] | undefined, report: Report): void {
  for (const role of ['strategy', 'execution'] as const) {
    if (fields.node(keyOf(role)) || !defaultActors || defaultActors.includes(role)) continue
    const place = { ...fields.span, endLine: fields.span.line, endColumn: fields.span.column }
    report(
      `No ${role}_actor is given and actor.default.${role} is not set; a plan of this action cannot start before one of them is.`,
      place,
      '',
      `${role}_actor: `,
      'warning',
    )
  }
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** A built-in actor has to exist, and follows nothing but the args that it reads: without them no plan could run. */
function checkBuiltins(fields: Fields, args: readonly ArgDefinition[] | null, report: Report): void {
  const judged = new Set<string>()
  for (const role of actorRoles) {
    const key = keyOf(role)
    const node = fields.node(key)
    const text = fields.text(key)
    if (node === undefined || text === undefined || !nameKey(text).startsWith('builtin/')) continue
    const actor = builtinActors.find(({ name }) => name === nameKey(text))
    if (!actor) {
      const names = builtinActors.map(({ name }) => name)
      const near = nearest(text, names)[0] ?? null
      const hint = near === null ? `There are ${listed(names)}.` : `Did you mean ${near}?`
      report(`There is no built-in actor "${text}". ${hint}`, node.span, key, near)
      continue
    }
    if (args === null || judged.has(actor.name)) continue
    judged.add(actor.name)
    const reads: readonly BuiltinActorArg[] = actor.args.filter(({ required }) => required)
    const absent = reads.filter(({ name }) => !args.some((arg) => arg.name === name)).map(({ name }) => name)
    if (absent.length === 0) continue
    const all = `${reads.length === 1 ? 'the arg' : 'the args'} ${listed(reads.map(({ name }) => name))}`
    const add = `add ${absent.length === 1 ? 'it' : 'them'} under "args"`
    report(`${actor.name} reads ${all}, and this action has no ${listed(absent)}; ${add}.`, node.span, key)
  }
}

/** Where built-in actors do all the work, an arg that none of them reads is of no effect: they fill in nothing. */
function warnUnread(fields: Fields, args: readonly ArgDefinition[], report: Report): void {
  const workers = (['strategy', 'execution'] as const).map((role) =>
    builtinActors.find(({ name }) => name === nameKey(fields.text(keyOf(role)) ?? '')),
  )
  if (!workers.every((actor) => actor !== undefined)) return
  const read = new Set<string>(workers.flatMap((actor) => actor.args.map(({ name }) => name)))
  const actors = listed([...new Set(workers.map(({ name }) => name))])
  const list = fields.node('args')
  for (const [at, { name }] of args.entries()) {
    if (read.has(name)) continue
    const item = list?.kind === 'list' ? list.items[at] : undefined
    const place = item?.span ?? fields.span
    report(
      `Nothing reads the arg ${name}: ${actors} ${workers[0] === workers[1] ? 'reads' : 'read'} ${listed([...read])} and nothing else.`,
      place,
      `args[${at}]`,
      null,
      'warning',
    )
  }
}

/** Reads who fills each role. `args` is null where they could not be read, so that nothing is said of them. */
export function readActors(
  fields: Fields,
  args: readonly ArgDefinition[] | null,
  known: KnownActors,
  report: Report,
): ActionDefinition['actors'] {
  warnUnset(fields, known.defaultActors, report)
  warnUnknown(fields, known.actorProblem, report)
  checkBuiltins(fields, args, report)
  if (args !== null) warnUnread(fields, args, report)
  const actors = Object.fromEntries(actorRoles.map((role) => [role, fields.text(keyOf(role)) ?? null]))
  return actors as Record<ActorRole, string | null>
}
