import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * The repository of a working tree, whose configuration all that are linked to it have: gitrepository-layout(5). A folder
 * whose files say nothing that is understood stands for itself.
 */
export async function repositoryOf(folder: string): Promise<string> {
  const at = join(folder, '.git')
  try {
    const [, gitDir] = /^gitdir: (.+)\n$/.exec(await readFile(at, 'utf8')) ?? []
    if (gitDir === undefined) return folder
    const own = resolve(folder, gitDir)
    // A working tree that git has forgotten still says whose it was.
    const common = await readFile(join(own, 'commondir'), 'utf8').catch(() => '../..')
    return basename(dirname(own)) === 'worktrees' ? resolve(own, common.trimEnd()) : own
  } catch (error) {
    // Where nothing is to be read, git itself tells what there is.
    return (error as NodeJS.ErrnoException).code === 'EISDIR' ? at : folder
  }
}
