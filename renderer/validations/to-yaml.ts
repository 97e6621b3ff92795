import type { ValidationMode, ValidationPhase } from '@shared/model/validation'

export type TypedValidation = {
  readonly name: string
  readonly command: string
  readonly description: string
  readonly mode: ValidationMode
  readonly phase: ValidationPhase
  /** Seconds. */
  readonly timeout: number
}

/** The text that the core reads of a form; a JSON string is a YAML one, whatever stands in it. */
export function toYaml(typed: TypedValidation): string {
  return [
    `name: ${JSON.stringify(typed.name)}`,
    `command: ${JSON.stringify(typed.command)}`,
    ...(typed.description === '' ? [] : [`description: ${JSON.stringify(typed.description)}`]),
    `mode: ${typed.mode}`,
    `phase: ${typed.phase}`,
    `timeout: ${typed.timeout}`,
    '',
  ].join('\n')
}
