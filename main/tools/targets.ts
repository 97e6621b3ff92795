import { locate } from './domain/address'
import { internalTool, parseWriteFiles } from './tool-arguments'
import type { ToolContext } from './tool-context'
import type { Change } from './write-tools'

/** What a call names, by its text alone; a link in a path may lead elsewhere, which the result then tells. */
export function targetsOf(c: ToolContext, name: string, args: unknown): readonly Change[] {
  if (name === 'run_command')
    return c.resources.filter((one) => one.writable).map((one) => ({ resourceId: one.resourceId, paths: 'all' }))
  const found = new Map<string, string[]>()
  const add = (resourceId: string, path: string) => found.set(resourceId, [...(found.get(resourceId) ?? []), path])
  if (name === internalTool) {
    const parsed = parseWriteFiles(args)
    for (const file of 'ok' in parsed ? parsed.ok.files : []) {
      const resource = c.resources.find((one) => one.resourceId === file.resource || one.name === file.resource)
      if (resource?.writable) add(resource.resourceId, file.path)
    }
  } else {
    const { path, from, to } = Object(args) as Record<string, unknown>
    for (const given of [path, from, to]) {
      if (typeof given !== 'string') continue
      const located = locate(given, c.resources)
      const at = 'found' in located ? (located.found.rather ?? located.found) : null
      if (at?.resource.writable) add(at.resource.resourceId, at.path)
    }
  }
  return [...found].map(([resourceId, paths]) => ({ resourceId, paths }))
}
