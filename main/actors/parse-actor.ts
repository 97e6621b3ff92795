import { readYaml } from '../platform/read-yaml'
import { readActor } from './domain/read-actor'
import type { ReadActor, ReadContext } from './domain/read-actor'
import { templateProblem } from './template/render-template'

/** Reads an actor's YAML in either dialect. Where its form is broken only that is told: the rest would mislead. */
export function parseActor(source: string, context: Omit<ReadContext, 'checkTemplate'>): ReadActor {
  const { root, diagnostics: form, broken } = readYaml(source)
  if (broken) return { definition: undefined, diagnostics: form }
  const read = readActor(root, { ...context, checkTemplate: templateProblem })
  if (form.length === 0) return read
  const all = [...form, ...read.diagnostics].toSorted(
    (a, b) => a.span.line - b.span.line || a.span.column - b.span.column,
  )
  return { definition: undefined, diagnostics: all }
}
