import { join } from 'node:path'
import { failed, Refusal } from '@shared/model/refusal'
import { placeBackup } from './place-backup'
import type { BackupDeps } from './ports'

export type Progress = { readonly path: string; readonly bytes: number; readonly total: number }
export type BackedUp = Progress & { readonly interrupted: number }

const names = { database: 'cleveragents.db', configuration: 'config.toml', about: 'backup.json' } as const

async function write(deps: BackupDeps, path: string, tell: (progress: Progress) => void, signal: AbortSignal) {
  let copied = 0
  const interrupted = await deps.copyDatabase(
    join(path, names.database),
    (bytes, total) => {
      copied = total
      tell({ path, bytes, total })
    },
    signal,
  )
  signal.throwIfAborted()
  const configuration = deps.configuration()
  if (configuration !== null) await deps.disk.write(join(path, names.configuration), configuration)
  const about = { format: 1, version: deps.version, schema: deps.schemaVersion, from: deps.dataDir, at: deps.clock() }
  await deps.disk.write(join(path, names.about), `${JSON.stringify(about, null, 2)}\n`)
  return { path, bytes: copied, total: copied, interrupted }
}

/** Takes away what this backup made, by its names: somebody else may have put something beside it. */
async function takeAway(deps: BackupDeps, path: string): Promise<void> {
  for (const name of [
    ...Object.values(names),
    `${names.database}-wal`,
    `${names.database}-shm`,
    `${names.database}-journal`,
  ])
    await deps.disk.remove(join(path, name))
  await deps.disk.removeFolder(path)
}

/** Writes a backup to a new folder; where it does not come to its end, nothing of it stays. */
export async function backUp(
  deps: BackupDeps,
  given: string,
  tell: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<BackedUp> {
  const path = await placeBackup(deps, given)
  try {
    signal.throwIfAborted()
    return await write(deps, path, tell, signal)
  } catch (error) {
    await takeAway(deps, path)
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (signal.aborted || error instanceof Refusal || !/^E[A-Z]+$|^SQLITE_/.test(code)) throw error
    throw failed('backup.failed', `The backup could not be written to ${path} (${code}); nothing of it was left.`, {
      hint: 'Check that the folder can be written and that its disk has room.',
      details: { path, reason: code },
    })
  }
}
