import { displayPath, locate, locateWithin, plainResource } from './domain/address'
import type { ChangeLedger, Git, ObjectReader, OpenObjects, Run, ToolLimits } from './ports'
import { createBaseFiles, createSandboxFiles, type ResourceFiles, type ToolResource } from './resource-files'
import { FileFault } from './sandbox-files'

export type Target = { readonly resource: ToolResource; readonly path: string }

export type ToolboxDeps = {
  readonly git: Git
  readonly openObjects: OpenObjects
  readonly run: Run
  readonly limits: ToolLimits
  readonly ledger: ChangeLedger
  /** Takes secrets out of a text before anyone else sees it. */
  readonly redact: (text: string) => string
  /** The environment of commands, made by `commandEnvironment`. */
  readonly commandEnv: Readonly<Record<string, string>>
}

/** What every tool works on: a plan's resources, and how its paths are read and written. */
export type ToolContext = ToolboxDeps & {
  readonly resources: readonly ToolResource[]
  /** The resource that plain paths mean; null where each path names its resource. */
  readonly plain: ToolResource | null
  /** Throws a `FileFault` where a path means nothing that an actor may touch. */
  locate(path: string): Promise<Target>
  /** Like `locate`, of a path known to be in a resource. */
  within(resource: ToolResource, path: string): Target
  filesOf(resource: ToolResource): ResourceFiles
  show(target: Target): string
  dispose(): void
}

export function createToolContext(deps: ToolboxDeps, resources: readonly ToolResource[]): ToolContext {
  const readers = new Map<string, ObjectReader>()
  const files = new Map<string, ResourceFiles>()
  const readerOf = (folder: string): ObjectReader => {
    const reader = readers.get(folder) ?? deps.openObjects(folder)
    readers.set(folder, reader)
    return reader
  }
  const filesOf = (resource: ToolResource): ResourceFiles => {
    const { root } = resource
    const known = files.get(resource.resourceId)
    const made =
      known ??
      (root === null
        ? createBaseFiles(deps.git, readerOf(resource.repoRoot), resource)
        : createSandboxFiles(deps.git, { ...resource, root }))
    files.set(resource.resourceId, made)
    return made
  }
  return {
    ...deps,
    resources,
    plain: plainResource(resources),
    async locate(path) {
      const located = locate(path, resources)
      if ('refused' in located) throw new FileFault('outside', located.refused)
      const { rather, ...found } = located.found
      const first = rather?.path.split('/')[0]
      return rather && first && (await filesOf(rather.resource).has(first)) ? rather : found
    },
    within(resource, path) {
      const located = locateWithin(resource, path)
      if ('refused' in located) throw new FileFault('outside', located.refused)
      return located.found
    },
    filesOf,
    show: (target) => displayPath(resources, target.resource, target.path),
    dispose() {
      for (const reader of readers.values()) reader.dispose()
      readers.clear()
      files.clear()
    },
  }
}
