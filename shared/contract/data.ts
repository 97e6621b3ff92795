import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { procedure } from './base'

export const dataPart = z.object({
  kind: z.enum(['database', 'configuration', 'logs', 'sandboxes', 'folders', 'backups', 'cache', 'sample', 'other']),
  /** The file or folder; of what is found in no place of its own, the data folder. */
  path: z.string(),
  bytes: z.number().int(),
  files: z.number().int(),
  /** Whether a backup holds it. */
  in_backup: z.boolean(),
})
export type DataPart = z.infer<typeof dataPart>

export const backupProgress = z.object({
  /** The last message says `done`; a failure ends the stream with its refusal. */
  state: z.enum(['running', 'done']),
  /** The folder that the backup is written to. */
  path: z.string(),
  bytes: z.number().int(),
  total_bytes: z.number().int(),
  /** Plans that run or wait in line: in the copy they show as interrupted. */
  interrupted: z.number().int(),
})
export type BackupProgress = z.infer<typeof backupProgress>

export const data = {
  /** What the data folder holds, by kind, with its sizes. */
  sizes: procedure.output(
    z.object({
      data_dir: z.string(),
      parts: z.array(dataPart),
      total_bytes: z.number().int(),
      /** Room left on its disk. */
      free_bytes: z.number().int(),
    }),
  ),
  /**
   * Writes a consistent copy of the database, and the configuration without secrets, to a new folder: `path` itself, or
   * where that is a folder already, one below it. Nothing is overwritten. Who stops following cancels, and nothing stays.
   */
  backup: procedure.input(z.object({ path: z.string().min(1).max(4096) })).output(eventIterator(backupProgress)),
}
