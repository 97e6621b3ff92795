import type { ValidationResultView, ValidationView, validations as contract } from '@shared/contract/validations'
import type { HandlersOf } from '../platform/handlers'
import { addValidation } from './add-validation'
import { attachValidation, detachValidation, findValidation, removeValidation } from './attach-validation'
import type { Result, Validation } from './domain/validation'
import type { ValidationDeps } from './ports'
import { allValidations, attachmentsOf, attachmentsTo } from './repository'

function validationView(deps: ValidationDeps, validation: Validation): ValidationView {
  const { id, name, command, tool, description, mode, timeoutS, phase, parse, source, created } = validation
  return {
    validation_id: id,
    name,
    command: typeof command === 'string' || command === null ? command : [...command],
    tool,
    description,
    mode,
    timeout_s: timeoutS,
    phase,
    parse,
    attached: attachmentsOf(deps.db, id).flatMap(({ target, targetId }) => {
      const targetName = deps.targetName(target, targetId)
      return targetName === undefined ? [] : [{ target, id: targetId, name: targetName }]
    }),
    source,
    created,
  }
}

/** A run as the fronts see it; `stale` is told by who knows what the plan holds now. */
export function resultView(result: Result, stale: boolean): ValidationResultView {
  return {
    id: result.id,
    name: result.name,
    mode: result.mode,
    phase: result.phase,
    description: '',
    passed: result.passed,
    stale,
    exit_code: result.exitCode,
    timed_out: result.timedOut,
    duration_ms: result.durationMs,
    tests: result.tests,
    ran_on: result.ranOn,
    note: result.note,
    at: result.at,
    output: result.output,
  }
}

/** How many checks are attached to a project. */
export function countAttached(deps: Pick<ValidationDeps, 'db'>, projectId: string): number {
  return attachmentsTo(deps.db, 'project', [projectId]).length
}

/** What the fronts can ask about validations. */
export function validationHandlers(deps: ValidationDeps): HandlersOf<typeof contract> {
  const view = (validation: Validation) => validationView(deps, validation)
  return {
    add: async (input) => view(addValidation(deps, input)),
    list: async () => ({ validations: allValidations(deps.db).map(view) }),
    show: async ({ validation }) => view(findValidation(deps, validation)),
    remove: async ({ validation }) => {
      removeValidation(deps, validation)
      return { ok: true }
    },
    attach: async ({ validation, ...target }) => view(attachValidation(deps, validation, target)),
    detach: async ({ validation, ...target }) => view(detachValidation(deps, validation, target)),
    run: async ({ plan_id: planId, validation }, { signal }) =>
      deps.runFor(planId, validation === undefined ? null : findValidation(deps, validation).name, signal),
    results: async ({ plan_id: planId }) => deps.resultsFor(planId),
  }
}
