import { conflict, Refusal } from '@shared/model/refusal'
import type { RegistrableType } from '@shared/model/resource'
import { nameForNew } from '../platform/lookup'
import type { Discoveries } from './discoveries'
import type { Resource } from './domain/resource'
import { type OpenedFolder, openFolder, refuseReserved } from './open-folder'
import type { ResourceDeps } from './ports'
import { branchToRegister, type Checkout, checkoutWarnings, requireCheckout } from './probe-checkout'
import { insertResource, resourceByName, resourceByPath } from './repository'

export type RegisterInput = {
  readonly type: RegistrableType
  readonly name: string
  readonly path: string
  readonly branch?: string | undefined
}

/** Registers a checkout or a folder under a name and starts its discovery, which goes on after the answer. */
export async function registerResource(
  deps: ResourceDeps,
  discoveries: Discoveries,
  input: RegisterInput,
): Promise<Resource> {
  const name = nameForNew('resource', input.name, deps.providerNames())
  const folder = await openFolder(deps, input.path)
  refuseReserved(deps, folder.canonical)
  await refuseKnownPath(deps, folder, input)
  refuseKnown(deps, name, folder)
  const { checkout, ...source } = await sourceOf(deps, folder, input)
  const resource: Resource = {
    id: deps.newId(),
    name,
    type: input.type,
    path: folder.path,
    canonicalPath: folder.canonical,
    writable: folder.writable,
    discovery: 'running',
    counts: {},
    created: deps.now(),
    ...source,
  }
  // Asked again, because another registration may have come in while this one waited.
  refuseKnown(deps, name, folder)
  insertResource(deps.db, resource)
  discoveries.start(resource, checkout)
  deps.changed('resource', resource.id)
  return resource
}

async function sourceOf(
  deps: ResourceDeps,
  folder: OpenedFolder,
  input: RegisterInput,
): Promise<Pick<Resource, 'branch' | 'topLevel' | 'warnings'> & { readonly checkout?: Checkout }> {
  switch (input.type) {
    case 'git-checkout': {
      const checkout = await requireCheckout(deps, folder.canonical)
      const branch = branchToRegister(checkout, input.branch)
      return { checkout, branch, topLevel: checkout.topLevel, warnings: await checkoutWarnings(deps, checkout, branch) }
    }
    case 'fs-directory':
      return { branch: null, topLevel: null, warnings: [] }
  }
}

/** Refuses a path that is registered already, and says at once what else is wrong with what was asked for. */
async function refuseKnownPath(deps: ResourceDeps, folder: OpenedFolder, input: RegisterInput): Promise<void> {
  const known = resourceByPath(deps.db, folder.canonical)
  if (!known || input.branch === undefined) return
  try {
    const { branch } = await sourceOf(deps, folder, input)
    if (branch === known.branch) return
    throw alreadyRegistered(
      folder,
      known,
      ` It follows ${known.branch === null ? 'no branch' : `the branch ${known.branch}`}, not ${input.branch}.`,
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.data.code === 'resource.already_registered') throw error
    throw alreadyRegistered(folder, known, ` Besides: ${error.message}`)
  }
}

function alreadyRegistered(folder: OpenedFolder, known: Resource, more = ''): Refusal {
  return conflict('resource.already_registered', `${folder.path} is registered already, as ${known.name}.${more}`, {
    hint: `Use ${known.name}, or remove it first.`,
    details: { resource_id: known.id, name: known.name, path: known.path, canonical_path: known.canonicalPath },
  })
}

function refuseKnown(deps: ResourceDeps, name: string, folder: OpenedFolder): void {
  const samePath = resourceByPath(deps.db, folder.canonical)
  if (samePath) throw alreadyRegistered(folder, samePath)
  const sameName = resourceByName(deps.db, name)
  if (sameName) {
    throw conflict('resource.name_taken', `The name ${sameName.name} belongs to the resource at ${sameName.path}.`, {
      hint: 'Choose another name.',
      details: { resource_id: sameName.id, name: sameName.name, path: sameName.path },
    })
  }
}
