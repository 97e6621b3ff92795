import type * as z from 'zod'
import type { actions as contract } from '@shared/contract/actions'
import type { ActionState } from '@shared/model/action'
import type { ActionView } from '@shared/contract/actions'
import { archiveAction } from './archive-action'
import { createAction, diagnosticView } from './create-action'
import type { Action } from './domain/action'
import type { ArgDefinition } from './domain/action-definition'
import { completionKeys } from './domain/action-schema'
import { findAction } from './find-action'
import { parseAction } from './parse-action'
import { restoreAction } from './restore-action'
import type { ActionDeps } from './ports'

type Context = { readonly signal?: AbortSignal }
type Output<K extends keyof typeof contract> = z.input<NonNullable<(typeof contract)[K]['~orpc']['outputSchema']>>

const argView = (arg: ArgDefinition) => ({ ...arg, choices: arg.choices === null ? null : [...arg.choices] })

export function actionView(action: Action): ActionView {
  const { definition } = action
  return {
    action_id: action.id,
    name: action.name,
    description: definition.description,
    long_description: definition.longDescription,
    definition_of_done: definition.definitionOfDone,
    actors: definition.actors,
    reusable: definition.reusable,
    read_only: definition.readOnly,
    state: action.state,
    automation_profile: definition.automationProfile,
    args: definition.args.map(argView),
    invariants: definition.invariants.map((invariant) => invariant.text),
    revision: action.revision,
    source: action.source,
    builtin: action.builtin,
    created: action.createdAt,
  }
}

export function createActionHandlers(deps: ActionDeps) {
  return {
    create: async (input: { source: string; replace: boolean }, _context: Context): Promise<Output<'create'>> =>
      actionView(createAction(deps, input)),
    check: async (input: { source: string }, _context: Context): Promise<Output<'check'>> => {
      const read = parseAction(input.source, deps.env(), deps.known())
      return { diagnostics: read.diagnostics.map(diagnosticView), name: read.name, args: read.args.map(argView) }
    },
    completions: async (_input: unknown, _context: Context): Promise<Output<'completions'>> => ({
      keys: completionKeys(),
    }),
    list: async (input: { namespace?: string; state?: ActionState }, _context: Context): Promise<Output<'list'>> => ({
      actions: deps.actions.list(input).map(actionView),
    }),
    show: async (input: { action: string }, _context: Context): Promise<Output<'show'>> =>
      actionView(findAction(input.action, deps.actions)),
    archive: async (input: { action: string }, _context: Context): Promise<Output<'archive'>> =>
      actionView(archiveAction(deps, input.action)),
    revisions: async (input: { action: string }, _context: Context): Promise<Output<'revisions'>> => ({
      revisions: deps.actions
        .revisions(findAction(input.action, deps.actions).id)
        .map(({ revision, source, createdAt }) => ({ revision, source, created: createdAt })),
    }),
    restore: async (input: { action: string; revision: number }, _context: Context): Promise<Output<'restore'>> =>
      actionView(restoreAction(deps, input.action, input.revision)),
  }
}
