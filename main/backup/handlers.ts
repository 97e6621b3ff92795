import type { BackupProgress, data as contract } from '@shared/contract/data'
import type { HandlersOf } from '../platform/handlers'
import { backUp, type BackedUp, type Progress } from './back-up'
import { measureData } from './measure-data'
import type { BackupDeps } from './ports'

const view = (state: BackupProgress['state'], now: Progress & { readonly interrupted?: number }): BackupProgress => ({
  state,
  path: now.path,
  bytes: now.bytes,
  total_bytes: now.total,
  interrupted: now.interrupted ?? 0,
})

/** The progress as often as it is read, then the end. Who leaves ends the work and waits until nothing of it is left. */
async function* backupStream(
  deps: BackupDeps,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<BackupProgress, void> {
  const ending = new AbortController()
  const leave = () => ending.abort(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  if (signal?.aborted) leave()
  let latest: Progress | null = null
  let change = Promise.withResolvers<void>()
  let done: BackedUp | null = null
  const tell = (progress: Progress) => {
    latest = progress
    change.resolve()
  }
  const work = backUp(deps, path, tell, ending.signal).then((answer) => void (done = answer))
  try {
    while (done === null) {
      await Promise.race([work, change.promise])
      change = Promise.withResolvers()
      if (latest !== null && done === null) yield view('running', latest)
    }
    yield view('done', done)
  } catch (error) {
    // Who cancelled knows, and reads no more.
    if (!ending.signal.aborted) throw error
  } finally {
    signal?.removeEventListener('abort', leave)
    ending.abort()
    // What went wrong is thrown above where anybody still reads.
    await work.catch(() => undefined)
  }
}

export function dataHandlers(deps: BackupDeps): HandlersOf<typeof contract> {
  return {
    sizes: () => measureData(deps),
    backup: async (input, { signal }) => backupStream(deps, input.path, signal),
  }
}
