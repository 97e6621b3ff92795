import { conflict, invalid } from '@shared/model/refusal'
import type { Diagnostic } from '@shared/model/source-tree'
import type { Action } from './domain/action'
import type { ActionDefinition } from './domain/action-definition'
import { parseAction } from './parse-action'
import type { ActionDeps } from './ports'

/** A diagnostic as it crosses to a front. */
export function diagnosticView(diagnostic: Diagnostic) {
  const { span, ...rest } = diagnostic
  return { ...rest, line: span.line, column: span.column, end_line: span.endLine, end_column: span.endColumn }
}

function refuseFaults(diagnostics: readonly Diagnostic[]): never {
  const faults = diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
  const [first] = faults
  const place = first === undefined ? '' : ` Line ${first.span.line}, column ${first.span.column}: ${first.message}`
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`
  throw invalid('action.invalid', `The action has ${count}; nothing was stored.${place}`, {
    hint:
      faults.length > 1
        ? 'Correct every fault that is listed, then create it again.'
        : 'Correct it, then create the action again.',
    details: { diagnostics: diagnostics.map(diagnosticView) },
  })
}

function revised(before: Action | undefined, definition: ActionDefinition, source: string, deps: ActionDeps): Action {
  const now = deps.now()
  const same = { name: definition.name, definition, source, state: definition.state, builtin: false, updatedAt: now }
  return before
    ? { ...same, id: before.id, revision: before.revision + 1, createdAt: before.createdAt }
    : { ...same, id: deps.newId(), revision: 1, createdAt: now }
}

/**
 * Stores an action from its YAML. One that exists is a conflict, or with `replace` gets a new revision, and so does
 * one that came with the application and that nobody has edited yet. Needs no key and no model.
 */
export function createAction(deps: ActionDeps, input: { readonly source: string; readonly replace?: boolean }): Action {
  const { definition, diagnostics } = parseAction(input.source, deps.env(), deps.known())
  if (!definition) refuseFaults(diagnostics)
  const action = deps.actions.transaction(() => {
    const before = deps.actions.byName(definition.name)
    if (before && !before.builtin && !input.replace) {
      throw conflict(
        'action.exists',
        `The action ${before.name} exists already (revision ${before.revision}); it was left as it is.`,
        {
          hint: 'Store it as a new revision by replacing it, or choose another name.',
          details: { action_id: before.id, name: before.name, revision: before.revision },
        },
      )
    }
    const next = revised(before, definition, input.source, deps)
    deps.actions.put(next)
    return next
  })
  deps.changed('action', action.id)
  return action
}
