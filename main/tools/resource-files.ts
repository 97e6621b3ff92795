import { plural } from '@shared/model/plural'
import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Addressed } from './domain/address'
import type { Git, ObjectReader } from './ports'
import { FileFault, readSandboxFile } from './sandbox-files'

/** A resource of a plan as its tools see it. */
export type ToolResource = Addressed & {
  /** The commit that the plan started from. */
  readonly commit: string
}

/** Reads files of one resource: from its sandbox where it has one, else from its base commit. */
export type ResourceFiles = {
  /** The bytes of a file; throws a `FileFault` where there is none to read. A link read from a commit gives its target. */
  read(path: string, most: number): Promise<Buffer>
  /** Paths of all files below `path`, sorted; ignored files are left out. */
  list(path: string, signal?: AbortSignal): Promise<string[]>
  has(path: string): Promise<boolean>
  /** The folder and leading arguments for `git grep`, and what follows its options to name the version searched. */
  grep(): Promise<{ cwd: string; options: readonly string[]; version: readonly string[] }>
}

export type Entry = {
  readonly mode: string
  readonly type: string
  readonly oid: string
  /** Bytes of a blob; 0 for anything else, and where sizes were not asked for. */
  readonly size: number
  readonly path: string
}

/** Reads `git ls-tree -z`, with or without `--long`. */
export function parseTree(output: Buffer): Entry[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const [mode = '', type = '', oid = '', size = '0'] = line.slice(0, line.indexOf('\t')).split(/ +/)
      return { mode, type, oid, size: Number(size) || 0, path: line.slice(line.indexOf('\t') + 1) }
    })
}

const below = (folder: string, path: string): string =>
  folder === '' ? path : path === '' ? folder : `${folder}/${path}`
const stripped = (folder: string, path: string): string => (folder === '' ? path : path.slice(folder.length + 1))

/** Files of a resource at its base commit, through git objects alone: nothing of the checkout is read. */
export function createBaseFiles(git: Git, objects: ObjectReader, resource: ToolResource): ResourceFiles {
  const { repoRoot, commit, subdir } = resource
  const tree = (args: readonly string[], signal?: AbortSignal) =>
    git
      .run(repoRoot, ['ls-tree', '-z', '--full-tree', ...args], { read: true, signal })
      .then((result) => parseTree(result.stdout))
  const entryOf = async (path: string): Promise<Entry | null> => {
    const full = below(subdir, path)
    return full === '' ? null : ((await tree(['--long', commit, '--', full]))[0] ?? null)
  }
  return {
    async read(path, most) {
      const entry = await entryOf(path)
      if (!entry)
        throw new FileFault(
          path === '' ? 'kind' : 'missing',
          path === '' ? 'the path names a folder' : `\`${path}\` does not exist`,
        )
      if (entry.type !== 'blob')
        throw new FileFault('kind', `\`${path}\` is a ${entry.type === 'commit' ? 'submodule' : 'folder'}`)
      if (entry.size > most)
        throw new FileFault(
          'large',
          `\`${path}\` has ${plural(entry.size, 'byte')}, more than the ${most} that may be read`,
        )
      const object = await objects.read(entry.oid)
      if (!object) throw new FileFault('missing', `\`${path}\` is recorded, but its content is not in the repository`)
      return object.bytes
    },
    async list(path, signal) {
      const full = below(subdir, path)
      const entries = await tree(['-r', commit, ...(full === '' ? [] : ['--', `${full}/`])], signal)
      if (entries.length === 0 && full !== '') entries.push(...(await tree(['-r', commit, '--', full], signal)))
      return entries.map((entry) => stripped(subdir, entry.path))
    },
    has: async (path) => path === '' || (await entryOf(path)) !== null,
    grep: async () => ({ cwd: repoRoot, options: ['--full-name'], version: [commit] }),
  }
}

/** Files of a resource in its sandbox, as they are now. */
export function createSandboxFiles(git: Git, resource: ToolResource & { readonly root: string }): ResourceFiles {
  const { root } = resource
  return {
    read: async (path, most) => (await readSandboxFile(root, path, most)).bytes,
    async list(path, signal) {
      const env = await worktreeOf(git, resource)
      const args = ['ls-files', '-z', '-t', '--cached', '--others', '--deleted', '--exclude-standard', '--']
      const spec = path === '' ? [] : [`:(literal)${path}`]
      const { stdout } = await git.run(root, [...args, ...spec], { read: true, signal, env })
      const present = new Set<string>()
      const gone = new Set<string>()
      for (const line of stdout.toString('utf8').split('\0'))
        if (line !== '') (line[0] === 'R' ? gone : present).add(line.slice(2))
      return [...present].filter((file) => !gone.has(file)).sort()
    },
    async has(path) {
      return lstat(join(root, path)).then(
        () => true,
        () => false,
      )
    },
    async grep() {
      const own = await hasOwnGit(resource)
      return { cwd: root, options: own ? ['--untracked'] : ['--no-index', '--exclude-standard'], version: [] }
    },
  }
}

/** The top of the sandbox: its root without the resource's folder inside the repository. */
function topOf(resource: ToolResource & { readonly root: string }): string {
  const depth = resource.subdir === '' ? 0 : resource.subdir.split('/').length
  return join(resource.root, ...Array.from({ length: depth }, () => '..'))
}

function hasOwnGit(resource: ToolResource & { readonly root: string }): Promise<boolean> {
  return lstat(join(topOf(resource), '.git')).then(
    () => true,
    () => false,
  )
}

/**
 * What tells git where the sandbox belongs: nothing for a worktree; for a plain copy the repository that holds its base,
 * with an index that holds nothing, so that git never takes a repository further up for the sandbox's own.
 */
export async function worktreeOf(
  git: Git,
  resource: ToolResource & { readonly root: string },
): Promise<Record<string, string>> {
  if (await hasOwnGit(resource)) return {}
  const { stdout } = await git.run(resource.repoRoot, ['rev-parse', '--absolute-git-dir'], { read: true })
  const folder = stdout.toString('utf8').trimEnd()
  return {
    GIT_DIR: folder,
    GIT_WORK_TREE: await realpath(topOf(resource)),
    GIT_INDEX_FILE: join(folder, 'cleveragents-no-index'),
  }
}
