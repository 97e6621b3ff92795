import { conflict, invalid, missing } from '@shared/model/refusal'
import type { AttachmentTarget } from '@shared/model/validation'
import { findNamed, notFound } from '../platform/lookup'
import type { Validation } from './domain/validation'
import type { ValidationDeps } from './ports'
import { allValidations, deleteAttachment, deleteValidation, insertAttachment } from './repository'

export type TargetInput = {
  readonly project?: string | undefined
  readonly resource?: string | undefined
  readonly plan?: string | undefined
}

export function findValidation(deps: Pick<ValidationDeps, 'db'>, query: string): Validation {
  const all = allValidations(deps.db)
  const found = findNamed('validation', query, all)
  if (!found) throw notFound('validation', query, all)
  return found
}

/** The one target that was named; none and several are errors of the caller. */
function targetOf(deps: ValidationDeps, input: TargetInput) {
  const given = (['project', 'resource', 'plan'] as const).flatMap((target) => {
    const query = input[target]
    return query === undefined ? [] : [{ target, query }]
  })
  const [only] = given
  if (only && given.length === 1) return { target: only.target, ...deps.findTarget(only.target, only.query) }
  const what =
    given.length === 0 ? 'no target was named' : `${given.map(({ target }) => target).join(' and ')} were named`
  throw invalid('validation.one_target', `A validation is attached to one target at a time, but ${what}.`, {
    hint: 'Say one of --project P, --resource R and --plan ID.',
  })
}

function tell(deps: ValidationDeps, validation: Validation, target: AttachmentTarget, targetId: string): void {
  deps.changed('validation', validation.id)
  if (target !== 'resource') deps.changed(target, targetId)
}

/** Attaches a check; what is attached already stays so and is told. Plans under way are held to it from now on. */
export function attachValidation(deps: ValidationDeps, query: string, input: TargetInput): Validation {
  const validation = findValidation(deps, query)
  const { target, id, name } = targetOf(deps, input)
  if (!insertAttachment(deps.db, { validationId: validation.id, target, targetId: id, created: deps.now() })) {
    throw conflict('validation.attached', `${validation.name} is attached to ${target} ${name} already.`, {
      hint: 'Nothing needs to be done.',
      details: { validation: validation.name, target, target_id: id },
    })
  }
  tell(deps, validation, target, id)
  return validation
}

export function detachValidation(deps: ValidationDeps, query: string, input: TargetInput): Validation {
  const validation = findValidation(deps, query)
  const { target, id, name } = targetOf(deps, input)
  if (!deleteAttachment(deps.db, { validationId: validation.id, target, targetId: id })) {
    throw missing('validation.not_attached', `${validation.name} is not attached to ${target} ${name}.`, {
      hint: `Show what it is attached to: agents validation show ${validation.name}.`,
      details: { validation: validation.name, target, target_id: id },
    })
  }
  tell(deps, validation, target, id)
  return validation
}

/** Removes a check with its attachments; what it found in plans stays. */
export function removeValidation(deps: ValidationDeps, query: string): Validation {
  const validation = findValidation(deps, query)
  deleteValidation(deps.db, validation.id)
  deps.changed('validation', validation.id)
  return validation
}
