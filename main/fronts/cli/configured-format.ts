import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `core.format` of the data folder's configuration; undefined where it is not set. A broken file is the core's to report. */
export async function readConfiguredFormat(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'config.toml'), 'utf8').catch(() => '')
  if (!text.includes('format')) return undefined
  const { parse } = await import('smol-toml')
  try {
    const { core } = parse(text)
    if (typeof core !== 'object' || core === null || !('format' in core)) return undefined
    return typeof core.format === 'string' ? core.format : undefined
  } catch {
    // The core tells where the file is broken, in whatever format.
    return undefined
  }
}
