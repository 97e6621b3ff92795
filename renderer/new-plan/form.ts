import type { ActionArgView } from '@shared/contract/actions'

export type ArgValue = string | number | boolean
/** What stands in the form: text for everything but a boolean. */
export type Draft = Readonly<Record<string, string | boolean>>

/** The form before anything is typed: defaults, else empty. */
export function initialDraft(args: readonly ActionArgView[]): Draft {
  return Object.fromEntries(
    args.map((arg) => [
      arg.name,
      arg.type === 'boolean'
        ? arg.default === true || arg.default === 'true'
        : arg.default === null
          ? ''
          : String(arg.default),
    ]),
  )
}

export type Checked = {
  readonly args: Readonly<Record<string, ArgValue>>
  readonly problems: Readonly<Record<string, string>>
}

/** The values to send and what is wrong, by arg. An empty optional arg is left out; the core has the last word. */
export function checkDraft(specs: readonly ActionArgView[], draft: Draft): Checked {
  const args: Record<string, ArgValue> = {}
  const problems: Record<string, string> = {}
  for (const spec of specs) {
    const raw = draft[spec.name] ?? ''
    if (typeof raw === 'boolean') args[spec.name] = raw
    else if (raw.trim() === '') {
      if (spec.required) problems[spec.name] = 'Needed to use this action.'
    } else {
      const problem = problemIn(spec, raw)
      if (problem) problems[spec.name] = problem
      else args[spec.name] = valueOf(spec, raw)
    }
  }
  return { args, problems }
}

function valueOf(spec: ActionArgView, raw: string): ArgValue {
  return spec.type === 'integer' || spec.type === 'float' ? Number(raw) : raw
}

function problemIn(spec: ActionArgView, raw: string): string | null {
  switch (spec.type) {
    case 'integer':
      return /^\s*[+-]?\d+\s*$/.test(raw) ? null : 'A whole number, such as 3.'
    case 'float':
      return Number.isFinite(Number(raw)) ? null : 'A number, such as 0.5.'
    case 'choice':
      return spec.choices === null || spec.choices.includes(raw) ? null : `One of: ${spec.choices.join(', ')}.`
    case 'string':
    case 'path':
      return spec.pattern !== null && !matches(spec.pattern, raw) ? `Has to match ${spec.pattern}` : null
    case 'boolean':
      return null
  }
}

/** A repeated group may take for ever to match, which would hold the whole window up; the core can end that. */
const mayBeSlow = (pattern: string): boolean => /\)[*+{]/.test(pattern)

function matches(pattern: string, raw: string): boolean {
  if (mayBeSlow(pattern)) return true
  try {
    return new RegExp(pattern).test(raw)
  } catch {
    // A pattern of another dialect is left to the core.
    return true
  }
}
