import type { Diagnostic } from '@shared/model/source-tree'
import { type Environment, resolveVariables } from '@shared/model/resolve-variables'
import { readYaml } from '../platform/read-yaml'
import type { ValidationDefinition } from './domain/action-definition'
import { readValidation } from './domain/read-rules'
import type { Report } from './domain/read-fields'

export type ReadValidation = {
  readonly definition: ValidationDefinition | undefined
  readonly diagnostics: readonly Diagnostic[]
}

const start = { line: 1, column: 1, endLine: 1, endColumn: 1 }

/** Reads a validation from a YAML text of its own, by the keys that it has within an action; `name` may stand beside it. */
export function parseValidation(source: string, env: Environment, name?: string): ReadValidation {
  const { root, diagnostics: form } = readYaml(source)
  if (form.length > 0) return { definition: undefined, diagnostics: form }
  const diagnostics: Diagnostic[] = []
  const report: Report = (message, span, path, suggestion = null, severity = 'error') =>
    void diagnostics.push({ severity, message, span, path, suggestion })
  if (root?.kind !== 'map') {
    report('A validation is a mapping with a name and a command.', root?.span ?? start, '', 'name: ')
    return { definition: undefined, diagnostics }
  }
  const resolved = resolveVariables(root, env, (diagnostic) => void diagnostics.push(diagnostic))
  const isNamed = resolved.kind === 'map' && resolved.entries.some((entry) => entry.key === 'name')
  const said = {
    kind: 'scalar',
    span: start,
    value: name ?? '',
    text: name ?? '',
    plain: true,
    references: [],
  } as const
  const whole =
    resolved.kind === 'map' && !isNamed && name !== undefined
      ? { ...resolved, entries: [...resolved.entries, { key: 'name', keySpan: start, value: said }] }
      : resolved
  const definition = readValidation(whole, '', report)
  return { definition: diagnostics.some(({ severity }) => severity === 'error') ? undefined : definition, diagnostics }
}
