import { join } from 'node:path'
import { fs } from './builtin'

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    // Absent, or not to be read: the core tells of the latter.
    return ''
  }
}

/** `core.format` of the data folder's configuration; undefined where it is not set. A broken file is the core's to report. */
export async function readConfiguredFormat(dataDir: string): Promise<string | undefined> {
  const text = readText(join(dataDir, 'config.toml'))
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
