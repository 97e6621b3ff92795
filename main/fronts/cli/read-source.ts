import { resolve } from 'node:path'
import { invalid } from '@shared/model/refusal'
import { fs } from './builtin'
import type { Caller } from './command'

const largest = 1_000_000

/** The beginning of a file: a device such as /dev/zero has no end. */
function readAtMost(path: string, most: number): Buffer {
  const file = fs.openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(most)
    let length = 0
    for (let got = -1; got !== 0 && length < most; length += got)
      got = fs.readSync(file, bytes, length, most - length, null)
    return bytes.subarray(0, length)
  } finally {
    fs.closeSync(file)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file:',
  EISDIR: 'This is a folder, and a file is wanted:',
  EACCES: 'You may not read this file:',
}

/** The text of a file that the line names; `-` is standard input. */
export async function readSource(caller: Caller, path: string): Promise<string> {
  if (path === '-') return caller.readInput()
  let bytes: Buffer
  try {
    bytes = readAtMost(resolve(caller.cwd, path), largest + 1)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw invalid('file.unreadable', `${reasons[code ?? ''] ?? `It cannot be read (${code}):`} ${path}`, {
      hint: 'Give the path of a file, or - to read standard input.',
      details: { path },
    })
  }
  if (bytes.length > largest || bytes.includes(0))
    throw invalid('file.no_text', `${path} is no YAML text of at most ${largest} bytes.`, { hint: 'Give a YAML file.' })
  return bytes.toString('utf8')
}
