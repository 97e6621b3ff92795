import { matchWhole } from '../platform/match-whole'
import { readYaml } from '../platform/read-yaml'
import { type Known, type ReadAction, readAction } from './domain/read-action'
import type { Environment } from '@shared/model/resolve-variables'

/**
 * Reads an action's YAML. With a fault of form only that is told, since what the parser makes of a broken text
 * would be misleading; a key that stands twice is no such fault and is told together with the rest.
 */
export function parseAction(source: string, env: Environment, known: Known = {}): ReadAction {
  const { root, diagnostics: form, broken } = readYaml(source)
  const read = readAction(root, env, known, matchWhole)
  if (form.length === 0) return read
  const diagnostics = broken ? form : [...form, ...read.diagnostics]
  const ordered = diagnostics.toSorted((a, b) => a.span.line - b.span.line || a.span.column - b.span.column)
  return { definition: undefined, diagnostics: ordered, name: read.name, args: read.args }
}
