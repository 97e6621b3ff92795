import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommitKeeper } from '../../sandboxes'
import { holdOpen } from '../process/hold-open'
import type { Git } from './git'

/** Milliseconds after which processes that nobody used are ended. */
const idleMs = 5000

/** A git that stays open and answers each request with one line. */
function openLines(git: Git, cwd: string, args: readonly string[]) {
  const child = git.start(cwd, args)
  const waiting: ((line: string | null) => void)[] = []
  let text = ''
  let ended = false
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) waiting.shift()?.(line)
    if (waiting.length === 0) holdOpen(child, false)
  })
  const end = () => {
    ended = true
    for (const settle of waiting.splice(0)) settle(null)
  }
  child.on('error', end)
  child.on('close', end)
  // EPIPE: the close event that follows answers every request that waits.
  child.stdin.on('error', () => undefined)
  child.stderr.resume()
  // An idle git must not keep the process from ending.
  holdOpen(child, false)
  return {
    /** Null where git has ended instead of answering. */
    ask(request: string): Promise<string | null> {
      if (ended) return Promise.resolve(null)
      return new Promise((settle) => {
        waiting.push(settle)
        holdOpen(child, true)
        child.stdin.write(request)
      })
    },
    close() {
      end()
      child.stdin.end()
    },
  }
}

type Open = {
  readonly objects: ReturnType<typeof openLines>
  readonly refs: ReturnType<typeof openLines>
  readonly scratch: string
}

/**
 * Writes commits and refs to them through two gits that stay open while a plan works, because starting a process costs
 * more than what it does here.
 */
export function createCommitKeeper(git: Git): CommitKeeper {
  const open = new Map<string, Open & { readonly timer: NodeJS.Timeout }>()

  const close = (cwd: string): void => {
    const one = open.get(cwd)
    if (!one) return
    open.delete(cwd)
    clearTimeout(one.timer)
    one.objects.close()
    one.refs.close()
    rmSync(one.scratch, { recursive: true, force: true })
  }

  const use = (cwd: string): Open => {
    const known = open.get(cwd)
    if (known) {
      known.timer.refresh()
      return known
    }
    const timer = setTimeout(() => close(cwd), idleMs)
    timer.unref()
    const one = {
      objects: openLines(git, cwd, ['hash-object', '-t', 'commit', '-w', '--no-filters', '--stdin-paths']),
      refs: openLines(git, cwd, ['update-ref', '--stdin']),
      scratch: mkdtempSync(join(tmpdir(), 'cleveragents-commits-')),
      timer,
    }
    open.set(cwd, one)
    return one
  }

  const keep = async (cwd: string, text: string, ref: string): Promise<string | null> => {
    const { objects, refs, scratch } = use(cwd)
    const file = join(scratch, randomUUID())
    writeFileSync(file, text)
    const commit = await objects.ask(`${file}\n`)
    // git that refuses to start ends, and answers neither.
    const [, kept] =
      commit === null
        ? [null, null]
        : await Promise.all([refs.ask('start\n'), refs.ask(`update ${ref} ${commit}\ncommit\n`)])
    rmSync(file, { force: true })
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
