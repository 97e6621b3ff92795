import { join } from 'node:path'
import type { CommitKeeper } from '../../sandboxes'
import type { Git } from './git'
import { writeLoose } from './loose-objects'
import { openLines, type OpenLines } from './open-lines'
import { repositoryOf } from './repository-of'

/** Milliseconds after which a process that nobody used is ended. */
const idleMs = 5000

/**
 * Writes commits itself and refs to them through a git that stays open while a plan works, because starting a process costs
 * more than what it does here.
 */
export function createCommitKeeper(git: Git): CommitKeeper {
  const open = new Map<string, { readonly refs: OpenLines; readonly timer: NodeJS.Timeout }>()

  const close = (cwd: string): void => {
    const one = open.get(cwd)
    if (!one) return
    open.delete(cwd)
    clearTimeout(one.timer)
    one.refs.close()
  }

  const use = (cwd: string): OpenLines => {
    const known = open.get(cwd)
    if (known) {
      known.timer.refresh()
      return known.refs
    }
    const timer = setTimeout(() => close(cwd), idleMs)
    timer.unref()
    const refs = openLines(git.start(cwd, ['update-ref', '--stdin']))
    open.set(cwd, { refs, timer })
    return refs
  }

  const write = async (cwd: string, text: string): Promise<string | null> => {
    const [, tree] = /^tree ([0-9a-f]{40,64})\n/.exec(text) ?? []
    if (tree === undefined) return null
    const objects = join(await repositoryOf(cwd), 'objects')
    const commit = { type: 'commit', content: Buffer.from(text), digits: tree.length } as const
    // git, which is asked next, tells what is wrong with the folder.
    return writeLoose(objects, commit).catch(() => null)
  }

  const keep = async (cwd: string, text: string, ref: string): Promise<string | null> => {
    const commit = await write(cwd, text)
    if (commit === null) return null
    const refs = use(cwd)
    // git that refuses ends, and answers neither.
    const [, kept] = await Promise.all([refs.ask('start\n'), refs.ask(`update ${ref} ${commit}\ncommit\n`)])
    if (kept === 'commit: ok') return commit
    close(cwd)
    return null
  }

  const tails = new Map<string, Promise<unknown>>()
  return {
    // One transaction at a time in each repository, whichever plans ask for them.
    keep(repository, text, ref) {
      const mine = (tails.get(repository) ?? Promise.resolve()).then(() => keep(repository, text, ref))
      tails.set(
        repository,
        mine.catch(() => undefined),
      )
      return mine
    },
  }
}
