import { join } from 'node:path'
import type { DataPart } from '@shared/contract/data'
import type { BackupDeps } from './ports'

type Kind = DataPart['kind']

/** What stands where in a data folder. What has no name here counts as other. */
const kinds: Readonly<Record<string, Kind>> = {
  'cleveragents.db': 'database',
  'cleveragents.db-wal': 'database',
  'cleveragents.db-shm': 'database',
  'config.toml': 'configuration',
  logs: 'logs',
  sandboxes: 'sandboxes',
  folders: 'folders',
  backups: 'backups',
  cache: 'cache',
  'sample-project': 'sample',
}

const order = [
  'database',
  'configuration',
  'sandboxes',
  'folders',
  'logs',
  'backups',
  'cache',
  'sample',
  'other',
] as const satisfies readonly Kind[]
const backedUp: ReadonlySet<Kind> = new Set(['database', 'configuration'])

/** What the data folder holds, by kind; every kind is told, those too of which there is nothing. */
export async function measureData({ disk, dataDir }: Pick<BackupDeps, 'disk' | 'dataDir'>) {
  const sizes = new Map<Kind, { path: string; bytes: number; files: number }>()
  for (const name of (await disk.names(dataDir)).toSorted()) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name]! : 'other'
    const { bytes, files } = await disk.sizeOf(join(dataDir, name))
    const before = sizes.get(kind)
    const path = before?.path ?? (kind === 'other' ? dataDir : join(dataDir, name))
    sizes.set(kind, { path, bytes: (before?.bytes ?? 0) + bytes, files: (before?.files ?? 0) + files })
  }
  const nothing = { path: dataDir, bytes: 0, files: 0 }
  const parts = order.map((kind) => ({ kind, ...(sizes.get(kind) ?? nothing), in_backup: backedUp.has(kind) }))
  return {
    data_dir: dataDir,
    parts,
    total_bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    free_bytes: await disk.freeBytes(dataDir),
  }
}
