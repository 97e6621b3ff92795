import { conflict, invalid } from '@shared/model/refusal'
import type { Reporter, ValidationMode } from '@shared/model/validation'
import { parseValidation, type ValidationDefinition } from '../actions'
import { findNamed, nameForNew } from '../platform/lookup'
import type { Check, Validation } from './domain/validation'
import type { ValidationDeps } from './ports'
import { allValidations, insertValidation } from './repository'

export type AddInput = {
  /** YAML. */
  readonly source: string
  /** In place of the name in the text. */
  readonly name?: string | undefined
  /** In place of the mode in the text. */
  readonly mode?: ValidationMode | undefined
}

export function checkOf(definition: ValidationDefinition, name: string): Check {
  const { command, tool, description, mode, timeoutS, phase, parse } = definition
  return { name, command, tool, description, mode, timeoutS, phase, parse: parse as Reporter | null }
}

/** Stores a check from its YAML; one of that name is left as it is and told. */
export function addValidation(deps: ValidationDeps, input: AddInput): Validation {
  const read = parseValidation(input.source, deps.env(), input.name)
  const faults = read.diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
  if (!read.definition) {
    const [first] = faults
    const place = first ? ` Line ${first.span.line}, column ${first.span.column}: ${first.message}` : ''
    throw invalid('validation.invalid', `The validation is not right; nothing was stored.${place}`, {
      hint: 'Correct what is listed, then add it again.',
      details: {
        diagnostics: faults.map(({ span, ...rest }) => ({ ...rest, line: span.line, column: span.column })),
      },
    })
  }
  const name = nameForNew('validation', input.name ?? read.definition.name, deps.providerNames())
  const known = findNamed('validation', name, allValidations(deps.db))
  if (known && known.name.toLowerCase() === name.toLowerCase()) {
    throw conflict('validation.exists', `The validation ${known.name} exists already; it was left as it is.`, {
      hint: 'Use it, remove it first, or choose another name.',
      details: { validation: known.name, validation_id: known.id },
    })
  }
  const check = checkOf({ ...read.definition, mode: input.mode ?? read.definition.mode }, name)
  const validation: Validation = { ...check, id: deps.newId(), source: input.source, created: deps.now() }
  insertValidation(deps.db, validation)
  deps.changed('validation', validation.id)
  return validation
}
