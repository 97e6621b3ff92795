import { createInterface } from 'node:readline'
import { Refusal } from '@shared/model/refusal'
import { acquireCoreLock, type CoreLock } from '../core-lock'
import { openDataFolder } from '../data-folder'

/** The other process of the lock's tests: `lock`, `release` and `open`, each answered by one line. */
const dataDir = process.argv[2] ?? ''
let held: CoreLock | undefined

function answer(line: string): string {
  try {
    if (line === 'lock') held = acquireCoreLock(dataDir, 'background')
    if (line === 'release') held?.release()
    if (line === 'open') openDataFolder(dataDir)
    return 'done'
  } catch (error) {
    return error instanceof Refusal ? error.data.code : String(error)
  }
}

createInterface({ input: process.stdin }).on('line', (line) => void process.stdout.write(`${answer(line)}\n`))
