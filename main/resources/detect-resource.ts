import { basename } from 'node:path'
import type { RegistrableType } from '@shared/model/resource'
import { openFolder } from './open-folder'
import type { ResourceDeps } from './ports'
import { type Checkout, checkoutWarnings, probeCheckout } from './probe-checkout'
import { allResources, resourceByPath } from './repository'

export type Detected = {
  readonly path: string
  readonly type: RegistrableType
  readonly suggestedName: string
  readonly branch: string | null
  readonly branches: readonly string[]
  readonly explanation: string
  readonly registeredAs: string | null
}

/** Says what a folder is and how it would best be registered. */
export async function detectResource(deps: ResourceDeps, typed: string): Promise<Detected> {
  const { path, canonical } = await openFolder(deps, typed)
  const known = {
    path,
    suggestedName: freeName(deps, basename(canonical)),
    registeredAs: resourceByPath(deps.db, canonical)?.name ?? null,
  }
  const probed = await probeCheckout(deps, canonical)
  if (typeof probed === 'string') {
    return { ...known, type: 'fs-directory', branch: null, branches: [], explanation: reasons[probed] }
  }
  const branches = probed.refs.branches.map((ref) => ref.name)
  const explanation = await explain(deps, probed, canonical)
  return { ...known, type: 'git-checkout', branch: probed.headBranch, branches, explanation }
}

const reasons = {
  none: 'A folder that is in no git repository: plans work on a copy of it.',
  bare: 'A bare git repository, without files to work on: register a clone or a worktree of it instead.',
  git_folder: "Git's own folder: register the checkout that it belongs to instead.",
  unreadable: 'A git repository whose path holds a new line, which git cannot tell apart.',
  owner: 'A git repository that belongs to another user, which git refuses to read; only its files can be registered.',
} as const

async function explain(deps: ResourceDeps, checkout: Checkout, canonical: string): Promise<string> {
  const where = checkout.headBranch === null ? 'with a detached HEAD' : `on branch ${checkout.headBranch}`
  const what = canonical === checkout.topLevel ? 'A git checkout' : `A folder of the git checkout ${checkout.topLevel}`
  const warnings = await checkoutWarnings(deps, checkout, checkout.headBranch)
  return `${what} ${where}: plans work in a worktree of their own.${warnings.map((warning) => ` Note: ${warning}.`).join('')}`
}

function freeName(deps: ResourceDeps, folder: string): string {
  const plain = folder
    .normalize('NFD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80)
  const name = plain === '' ? 'folder' : plain
  const resources = allResources(deps.db)
  const isTaken = (candidate: string) =>
    resources.some((resource) => resource.name.toLowerCase() === `local/${candidate}`.toLowerCase())
  let candidate = name
  for (let count = 2; isTaken(candidate); count++) candidate = `${name}-${count}`
  return `local/${candidate}`
}
