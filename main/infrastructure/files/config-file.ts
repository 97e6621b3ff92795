import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { failed } from '@shared/model/refusal'
import type { ConfigFile } from '../../settings'
import { writeAtomically } from './atomic-write'

const largest = 1_048_576

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}

/** `config.toml` of a data folder. A link is followed, so that a file kept elsewhere stays where it is. */
export function createConfigFile(dataDir: string): ConfigFile {
  const path = join(dataDir, 'config.toml')
  const cannot = (what: string, error: unknown) =>
    failed('settings.file_unavailable', `${path} cannot be ${what}; it was left as it is.`, {
      hint: 'Check that it is a file that you may read and write, and that the disk has room.',
      details: { path, reason: reasonOf(error) },
    })
  return {
    path,
    stamp: () => {
      const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
      return stat === undefined ? null : `${stat.ino}:${stat.size}:${stat.mtimeNs}`
    },
    read: () => {
      try {
        if (statSync(path).size > largest) throw Object.assign(new Error(), { code: 'larger than 1 MB' })
        return readFileSync(path, 'utf8')
      } catch (error) {
        throw cannot('read', error)
      }
    },
    write: (text) => {
      try {
        writeAtomically(existsSync(path) ? realpathSync(path) : path, text)
      } catch (error) {
        throw cannot('written', error)
      }
    },
  }
}
