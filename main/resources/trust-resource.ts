import { createHash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { conflict, Refusal } from '@shared/model/refusal'
import { type Devcontainer, devcontainerItems, devcontainerSources } from './domain/devcontainer'
import { type ConfigEntry, parseScopedConfig } from './domain/git-output'
import type { Resource } from './domain/resource'
import {
  configTrustItems,
  configuredHooksFolder,
  trustChanges,
  type TrustedItem,
  type TrustItem,
} from './domain/trust-items'
import { findDevcontainers } from './find-devcontainers'
import type { ResourceDeps } from './ports'
import { type Checkout, requireCheckout } from './probe-checkout'
import { deleteTrust, storeTrust, trustOf } from './repository'

export type TrustText = {
  readonly items: readonly TrustItem[]
  readonly hash: string
  readonly trusted: readonly TrustedItem[]
}

/** How a resource stands: `changed` where a person trusted it, but not as it is now. */
export type TrustStanding =
  | { readonly kind: 'trusted' }
  | { readonly kind: 'never' }
  | { readonly kind: 'changed'; readonly changes: readonly string[] }

/** An item and what its hash covers, where that is more than the text that is shown. */
type Bound = TrustItem & { readonly covers?: string }

const largestSource = 256 * 1024

/** Lists everything that would be able to run once a resource is trusted, with a hash that binds to exactly that. */
export async function readTrustText(deps: ResourceDeps, resource: Resource): Promise<TrustText> {
  const bound = resource.type === 'git-checkout' ? await checkoutItems(deps, resource) : []
  const all = createHash('sha256')
  const trusted = bound.map(({ path, kind, text, covers }) => {
    const whole = JSON.stringify([path, kind, text, covers ?? ''])
    all.update(whole)
    return { path, kind, hash: createHash('sha256').update(whole).digest('hex') }
  })
  return { items: bound.map(({ path, kind, text }) => ({ path, kind, text })), hash: all.digest('hex'), trusted }
}

async function checkoutItems(deps: ResourceDeps, resource: Resource): Promise<readonly Bound[]> {
  const folder = resource.canonicalPath
  const checkout = await requireCheckout(deps, folder)
  const list = ['config', '--list', '--show-scope', '--show-origin', '-z']
  const { stdout } = await deps.git.run(folder, list, { read: true })
  const entries = parseScopedConfig(stdout.toString('utf8'))
  const [hooks, containers] = await Promise.all([hookItems(deps, checkout, entries), containerItems(deps, folder)])
  return [...hooks, ...configTrustItems(entries, (origin) => resolve(checkout.topLevel, origin)), ...containers]
}

async function hookItems(
  deps: ResourceDeps,
  checkout: Checkout,
  entries: readonly ConfigEntry[],
): Promise<readonly Bound[]> {
  const named = configuredHooksFolder(entries)
  const folder =
    named === undefined || named === ''
      ? join(checkout.commonFolder, 'hooks')
      : resolve(checkout.topLevel, named.startsWith('~/') ? join(deps.homeFolder, named.slice(2)) : named)
  const found = await deps.disk.executables(folder)
  return found
    .filter((hook) => !hook.name.endsWith('.sample'))
    .map((hook) => ({ path: join(folder, hook.name), kind: 'hook', text: hook.text, covers: hook.hash }))
}

async function containerItems(deps: ResourceDeps, root: string): Promise<readonly Bound[]> {
  const found = await findDevcontainers(deps.disk, root)
  const items = found.map(async ({ path, content }) => {
    if (!content) return []
    const own: readonly Bound[] = devcontainerItems(content).map(({ kind, text }) => ({ path, kind, text }))
    return own.concat(await sourceItems(deps, root, path, content))
  })
  return (await Promise.all(items)).flat()
}

/** The files that a devcontainer is built from: what they say runs as well. */
async function sourceItems(
  deps: ResourceDeps,
  root: string,
  path: string,
  content: Devcontainer,
): Promise<readonly Bound[]> {
  const items = devcontainerSources(content).map(async (source) => {
    const inside = join(dirname(path), source)
    const read = await deps.disk.read(root, inside, largestSource)
    if (!read.ok) return { path: inside, kind: 'devcontainer source', text: '(not a readable file of the resource)' }
    const covers = String(read.value.size)
    return { path: inside, kind: 'devcontainer source', text: read.value.bytes.toString('utf8'), covers }
  })
  return Promise.all(items)
}

/** Whether a person trusts the resource as it stands now; no longer as soon as what could run has changed. */
export async function trustStanding(deps: ResourceDeps, resource: Resource): Promise<TrustStanding> {
  const trust = trustOf(deps.db, resource.id)
  if (trust === undefined) return { kind: 'never' }
  try {
    const { hash, trusted } = await readTrustText(deps, resource)
    if (hash === trust.hash) return { kind: 'trusted' }
    const changes = trust.items === null ? [] : trustChanges(trust.items, trusted)
    return { kind: 'changed', changes: changes.length > 0 ? changes : ['what it would run is not what was trusted'] }
  } catch (error) {
    // What can no longer be looked at, for example because its folder is gone, is not trusted.
    if (error instanceof Refusal) return { kind: 'changed', changes: [error.data.message] }
    throw error
  }
}

export async function isTrusted(deps: ResourceDeps, resource: Resource): Promise<boolean> {
  return (await trustStanding(deps, resource)).kind === 'trusted'
}

/** Trusts a resource, where what could run is still what the person was shown. */
export async function trustResource(deps: ResourceDeps, resource: Resource, shownHash: string): Promise<void> {
  const { hash, trusted } = await readTrustText(deps, resource)
  if (hash !== shownHash) {
    throw conflict(
      'resource.trust_text_changed',
      `What ${resource.name} could run is not what was shown; it was not trusted.`,
      {
        hint: 'Read the present text, then decide again.',
        details: { resource_id: resource.id },
      },
    )
  }
  storeTrust(deps.db, resource.id, { hash, items: trusted }, deps.now())
  deps.changed('resource', resource.id)
}

export function untrustResource(deps: ResourceDeps, resource: Resource): void {
  deleteTrust(deps.db, resource.id)
  deps.changed('resource', resource.id)
}
