import { type Devcontainer, parseDevcontainer } from './domain/devcontainer'
import type { Disk } from './ports'

const largestFile = 256 * 1024
const mostFiles = 100

export type FoundDevcontainer = {
  /** Relative to the resource. */
  readonly path: string
  /** Undefined where the file is malformed or cannot be read. */
  readonly content: Devcontainer | undefined
  readonly problem: string | null
}

/** Reads the devcontainer files of a checkout, in the three places where the specification puts them. */
export async function findDevcontainers(disk: Disk, root: string): Promise<readonly FoundDevcontainer[]> {
  const folder = await disk.list(root, '.devcontainer')
  const named = folder.ok ? folder.value.filter((entry) => entry.kind === 'directory').map((entry) => entry.name) : []
  const paths = [
    '.devcontainer/devcontainer.json',
    '.devcontainer.json',
    ...named
      .sort()
      .slice(0, mostFiles)
      .map((name) => `.devcontainer/${name}/devcontainer.json`),
  ]
  const found = await Promise.all(paths.map((path) => readOne(disk, root, path)))
  return found.filter((one) => one !== undefined)
}

async function readOne(disk: Disk, root: string, path: string): Promise<FoundDevcontainer | undefined> {
  const read = await disk.read(root, path, largestFile)
  if (!read.ok) {
    if (read.refused === 'missing') return undefined
    const problem =
      read.refused === 'outside' ? `${path} leads outside the resource and was not read` : `${path} cannot be read`
    return { path, content: undefined, problem }
  }
  if (read.value.size > largestFile) return { path, content: undefined, problem: `${path} is too large to be read` }
  const content = parseDevcontainer(read.value.bytes.toString('utf8'))
  return { path, content, problem: content ? null : `${path} is malformed JSON` }
}
