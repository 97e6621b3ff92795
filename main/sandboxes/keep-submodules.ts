import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from './context'
import type { Sandbox } from './domain/types'
import { submodulesOf } from './fetch-submodules'
import { isGitFailure } from './ports'
import { exists, lineOf } from './repository-state'

/**
 * Brings commits that were made in a sandbox's submodules into the source's own copies, on a hidden ref: the sandbox's
 * copies go with it, and what is applied may name these commits. Answers the submodules for which that could not be done.
 */
export async function keepSubmodules(context: Context, sandbox: Sandbox): Promise<string[]> {
  const lost: string[] = []
  for (const { name, path } of await submodulesOf(context, sandbox.path)) {
    const [own, copy] = [join(sandbox.commonDir, 'modules', name), join(sandbox.path, path)]
    if (!(await exists(own)) || !(await exists(join(copy, '.git')))) continue
    const ref = `+HEAD:refs/cleveragents/plans/${sandbox.refName}`
    const fetch = ['-c', 'protocol.file.allow=always', 'fetch', '--quiet', '--no-tags', pathToFileURL(copy).href, ref]
    try {
      const head = lineOf(await context.git.run(copy, ['rev-parse', '--verify', 'HEAD'], { read: true }))
      const ask = ['--git-dir', own, 'cat-file', '-e', `${head}^{commit}`]
      const known = await context.git.run(sandbox.repoRoot, ask, { read: true, expect: [0, 1, 128] })
      if (known.code !== 0) await context.git.run(sandbox.repoRoot, ['--git-dir', own, ...fetch])
    } catch (error) {
      if (!isGitFailure(error)) throw error
      lost.push(path)
    }
  }
  return lost
}
