import { locate } from './domain/address'
import { internalTool, parseWriteFiles } from './tool-arguments'
import type { ToolContext } from './tool-context'
import type { Change } from './write-tools'

export type NamedPaths = { readonly resourceId: string; readonly paths: readonly string[] }

/** What a call may change, by its text alone; a link in a path may lead elsewhere, which the result then tells. */
export function targetsOf(c: ToolContext, name: string, args: unknown): readonly Change[] {
  const writable = c.resources.filter((one) => one.writable)
  if (name === 'run_command') return writable.map((one) => ({ resourceId: one.resourceId, paths: 'all' }))
  const ids = new Set(writable.map((one) => one.resourceId))
  return namesOf(c, name, args).filter(({ resourceId }) => ids.has(resourceId))
}

/** The paths that a call names, whether to read or to change them, by its text alone. */
export function namesOf(c: ToolContext, name: string, args: unknown): readonly NamedPaths[] {
  const found = new Map<string, string[]>()
  const add = (resourceId: string, path: string) => found.set(resourceId, [...(found.get(resourceId) ?? []), path])
  if (name === internalTool) {
    const parsed = parseWriteFiles(args)
    for (const file of 'ok' in parsed ? parsed.ok.files : []) {
      const resource = c.resources.find((one) => one.resourceId === file.resource || one.name === file.resource)
      if (resource) add(resource.resourceId, file.path)
    }
  } else {
    const { path, from, to } = Object(args) as Record<string, unknown>
    for (const given of [path, from, to]) {
      if (typeof given !== 'string') continue
      const located = locate(given, c.resources)
      const at = 'found' in located ? (located.found.rather ?? located.found) : null
      if (at) add(at.resource.resourceId, at.path)
    }
  }
  return [...found].map(([resourceId, paths]) => ({ resourceId, paths }))
}
