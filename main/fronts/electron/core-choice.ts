import { setTimeout as delay } from 'node:timers/promises'
import { askHealth, callCore, type CoreAddress, type CoreManifest, findCore, isAlive } from './core-discovery'

/** How long a core may take to end before it is ended. */
export const endMs = 10_000
const otherCoreMs = 15_000

/** A live core that we attach to; an idle background core is asked to end instead, since a window outlives its rest. */
export async function liveCore(dataDir: string): Promise<CoreAddress | null> {
  const found = await findCore(dataDir)
  if (found === null) return null
  if (found.health.kind !== 'background' || found.health.busy) return addressOf(found.manifest)
  await requestEnd(found.manifest)
  const deadline = Date.now() + endMs
  while (isAlive(found.manifest.pid)) {
    // It may have been given work in the meantime and stay; then it is the core.
    if (Date.now() > deadline) return (await askHealth(found.manifest)) === null ? null : addressOf(found.manifest)
    await delay(25)
  }
  return null
}

/** The core that somebody else is starting on this data folder, or null where none answers in time. */
export async function appearing(dataDir: string): Promise<CoreAddress | null> {
  const deadline = Date.now() + otherCoreMs
  while (Date.now() < deadline) {
    const found = await findCore(dataDir)
    if (found !== null) return addressOf(found.manifest)
    await delay(100)
  }
  return null
}

const addressOf = ({ endpoint, token }: CoreManifest): CoreAddress => ({ endpoint, token })

/** Asks a core to end; it stores what it holds first. */
export async function requestEnd(address: CoreAddress): Promise<void> {
  try {
    await callCore(address, 'POST', '/shutdown')
  } catch {
    // It is going or gone already; the caller watches its process.
  }
}
