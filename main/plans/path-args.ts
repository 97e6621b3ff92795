import { invalid } from '@shared/model/refusal'
import type { ArgFault } from '../builtin-actors'
import type { BaseState } from '../sandboxes'
import type { ArgValue } from './domain/plan'
import type { PlanDeps, UsableAction, UsableResource } from './ports'

type Action = Pick<UsableAction, 'name' | 'pathArgs'>
type Args = Readonly<Record<string, ArgValue>>
type Missing = { readonly arg: string; readonly message: string }

/** Args of an action that are paths and lead to something, with the path that each gives. */
const pathsOf = ({ pathArgs }: Action, args: Args) =>
  pathArgs.flatMap((arg) => {
    const given = args[arg]
    const parts = typeof given === 'string' ? given.split('/').filter((part) => part.trim() !== '' && part !== '.') : []
    return parts.length > 0 ? [{ arg, path: parts.join('/') }] : []
  })

const messageOf = (arg: string, path: string, names: readonly string[]): string =>
  `${arg}: "${path}" does not exist in ${names.join(' or ')}, in what the plan starts from.`

type Looked = { readonly name: string; has(path: string): Promise<boolean> }

/** The path args that lead to nothing in any of the places. */
async function missingIn(places: readonly Looked[], action: Action, args: Args): Promise<readonly Missing[]> {
  const names = places.map(({ name }) => name)
  const missing: Missing[] = []
  for (const { arg, path } of pathsOf(action, args)) {
    const found: boolean[] = []
    // With several resources a path may begin with the name of the one that it is in.
    for (const { name, has } of places)
      found.push(await has(path.startsWith(`${name}/`) ? path.slice(name.length + 1) : path))
    if (!found.includes(true)) missing.push({ arg, message: messageOf(arg, path, names) })
  }
  return missing
}

/** The path args of a new plan that lead to nothing in what its resources were recorded with. */
export const missingPaths = (
  { sandboxes }: Pick<PlanDeps, 'sandboxes'>,
  action: Action,
  resources: readonly { readonly name: string; readonly base: unknown }[],
  args: Args,
): Promise<readonly Missing[]> =>
  missingIn(
    resources.map(({ name, base }) => ({ name, has: (path) => sandboxes.hasPath(base as BaseState, path) })),
    action,
    args,
  )

/** What a plan would be refused for of args as they were typed so far; a base that was not recorded is looked for in its source. */
export const argProblems = (
  { sandboxes }: Pick<PlanDeps, 'sandboxes'>,
  action: Action,
  found: readonly { readonly resource: Pick<UsableResource, 'name' | 'path'>; readonly base: BaseState | null }[],
  args: Args,
): Promise<readonly Missing[]> =>
  missingIn(
    found.map(({ resource, base }) => ({
      name: resource.name,
      has: (path) => (base === null ? sandboxes.inSource(resource, path) : sandboxes.hasPath(base, path)),
    })),
    action,
    args,
  )

/** What the built-in actors of a plan cannot work with, whatever its files hold; the first of it. */
export function builtinFault(
  { builtinActors }: Pick<PlanDeps, 'builtinActors'>,
  actors: Readonly<Record<string, string | null>>,
  args: Args,
): ArgFault | null {
  for (const role of ['strategy', 'execution']) {
    const fault = builtinActors[actors[role] ?? '']?.argFault?.(args)
    if (fault) return fault
  }
  return null
}

/** Refuses args that the plan's built-in actors cannot work with. */
export function requireWorkable(action: Action, fault: ArgFault | null): void {
  if (fault === null) return
  const { arg, message, hint } = fault
  throw invalid('action.args_invalid', `No plan was made. ${message}`, {
    hint,
    details: { action: action.name, faults: [{ arg, message }] },
  })
}

/** Refuses args that lead to nothing, each by its name. */
export function requirePaths(action: Action, missing: readonly Missing[]): void {
  if (missing.length === 0) return
  throw invalid('action.args_invalid', `No plan was made. ${missing.map(({ message }) => message).join(' ')}`, {
    hint: 'Give paths as they stand below the resource, such as src/app.ts; what is not committed is seen with --include-uncommitted.',
    details: { action: action.name, faults: missing },
  })
}
