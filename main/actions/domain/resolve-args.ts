import { nearest } from '@shared/model/nearest'
import type { ActionDefinition, ArgValue } from './action-definition'
import { convertArg, type MatchWhole } from './convert-arg'

export type ArgFault = {
  readonly arg: string
  readonly kind: 'unknown' | 'missing' | 'wrong'
  /** One sentence that names the arg. */
  readonly message: string
}

/** Every value by its arg's name, defaults included; or everything that is wrong with what was given. */
export type ResolvedArgs =
  | { readonly ok: true; readonly values: Readonly<Record<string, ArgValue>> }
  | { readonly ok: false; readonly faults: readonly ArgFault[] }

/** Brings what a plan is given to what its action asks for; an optional arg without value and default stays away. */
export function resolveArgs(
  definition: Pick<ActionDefinition, 'args'>,
  given: Readonly<Record<string, ArgValue>>,
  matchWhole: MatchWhole,
): ResolvedArgs {
  const faults: ArgFault[] = []
  const values: [string, ArgValue][] = []
  const names = definition.args.map((arg) => arg.name)
  for (const name of Object.keys(given).filter((one) => !names.includes(one))) {
    const near = nearest(name, names)[0]
    const known = names.length === 0 ? 'the action takes none.' : `known are ${names.join(', ')}.`
    faults.push({
      arg: name,
      kind: 'unknown',
      message: `There is no arg "${name}"; ${near === undefined ? known : `did you mean "${near}"?`}`,
    })
  }
  for (const arg of definition.args) {
    const value = Object.hasOwn(given, arg.name) ? given[arg.name] : undefined
    const empty = value === undefined || (typeof value === 'string' && value.trim() === '')
    if (arg.required && empty) {
      const what = arg.description === '' ? '' : ` (${arg.description})`
      faults.push({ arg: arg.name, kind: 'missing', message: `The arg "${arg.name}"${what} must be given.` })
    } else if (value === undefined) {
      if (arg.default !== null) values.push([arg.name, arg.default])
    } else {
      const converted = convertArg(arg, value, matchWhole)
      if ('value' in converted) values.push([arg.name, converted.value])
      else faults.push({ arg: arg.name, kind: 'wrong', message: `The arg "${arg.name}" ${converted.fault}.` })
    }
  }
  return faults.length === 0 ? { ok: true, values: Object.fromEntries(values) } : { ok: false, faults }
}
