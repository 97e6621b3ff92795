import { readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writeAtomically } from '../infrastructure/files/atomic-write'
import { isSameProcess } from '../infrastructure/process/process-start'

export const coreKinds = ['desktop', 'server', 'background'] as const
export type CoreKind = (typeof coreKinds)[number]

const manifest = z.object({
  pid: z.int().positive(),
  /** Milliseconds since the epoch. */
  startedAt: z.int(),
  /** Tells the process from a later one of the same id; null where the system does not say. */
  processStart: z.string().nullable(),
  // A planted manifest must not make anyone send a token to another machine.
  endpoint: z.string().regex(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d{1,5}$/),
  token: z.string().min(1),
  kind: z.enum(coreKinds),
  version: z.string(),
})
/** What the core of a data folder says about itself in `core.json`. */
export type CoreManifest = z.infer<typeof manifest>

const fileOf = (dataDir: string) => join(dataDir, 'core.json')

/** Says where the core answers; readable by its owner alone, and never seen half-written. */
export function writeManifest(dataDir: string, value: CoreManifest): void {
  writeAtomically(fileOf(dataDir), `${JSON.stringify(manifest.parse(value), null, 2)}\n`, 0o600)
}

/** `core.json`, or null where it is absent or not understood: both mean that no core can be reached through it. */
export function readManifest(dataDir: string): CoreManifest | null {
  try {
    const parsed = manifest.safeParse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whether the process that wrote the manifest is still there; whether it answers is another question. */
export function isAlive(value: Pick<CoreManifest, 'pid' | 'processStart'>): boolean {
  return isSameProcess(value.pid, value.processStart)
}

/** Takes the manifest away where it is still that of this process. */
export function removeManifest(dataDir: string): void {
  if (readManifest(dataDir)?.pid === process.pid) unlinkSync(fileOf(dataDir))
}
