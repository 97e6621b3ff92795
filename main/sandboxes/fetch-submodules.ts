import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from './context'
import type { Sandbox } from './domain/types'
import { isGitFailure } from './ports'
import { exists, textOf } from './repository-state'

export type Submodule = { readonly name: string; readonly path: string }

/** The submodules that `.gitmodules` of a working tree names. */
export async function submodulesOf(context: Context, top: string): Promise<Submodule[]> {
  if (!(await exists(join(top, '.gitmodules')))) return []
  const ask = ['config', '--file', '.gitmodules', '-z', '--get-regexp', '^submodule\\..*\\.path$']
  const found = await context.git.run(top, ask, { read: true, expect: [0, 1] })
  return textOf(found)
    .split('\0')
    .filter((pair) => pair !== '')
    .map((pair) => ({
      name: pair.slice('submodule.'.length, pair.indexOf('\n') - '.path'.length),
      path: pair.slice(pair.indexOf('\n') + 1),
    }))
}

/**
 * Fills the sandbox's submodules as far as it goes, from the source's own copies. What could not
 * be fetched is told; it is no reason to lose the plan.
 */
export async function fetchSubmodules(context: Context, sandbox: Sandbox, signal?: AbortSignal): Promise<string[]> {
  const notices: string[] = []
  for (const { name, path } of await submodulesOf(context, sandbox.path)) {
    const local = join(sandbox.commonDir, 'modules', name)
    if (!(await exists(local))) {
      notices.push(`The submodule ${path} is not fetched in the source; its folder is empty in the sandbox.`)
      continue
    }
    // Without --init: that would write into the configuration which the source shares.
    const near = ['-c', 'protocol.file.allow=always', '-c', `submodule.${name}.url=${pathToFileURL(local).href}`]
    const args = ['submodule', '--quiet', 'update', '--checkout', '--recursive', '--', path]
    try {
      await context.git.run(sandbox.path, [...near, ...args], {
        signal,
        timeoutMs: 60_000,
        env: { GIT_LITERAL_PATHSPECS: '1' },
      })
    } catch (error) {
      if (!isGitFailure(error)) throw error
      notices.push(`The submodule ${path} could not be fetched; its folder is empty in the sandbox.`)
    }
  }
  return notices
}
