import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endLeftovers, markVariable } from './leftovers'

export type RunOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input?: string | Buffer
  /** Milliseconds after which the whole process group is ended; none by default. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Bytes kept of each stream's head and tail; the middle beyond both is dropped and counted. Default: everything is kept. */
  readonly keep?: { readonly head: number; readonly tail: number }
  readonly onOutput?: (chunk: Buffer, stream: 'stdout' | 'stderr') => void
  readonly onSpawn?: (pid: number) => void
  /**
   * What becomes of processes that the program leaves running. `keep` (the default) waits for those that hold its output;
   * `end` ends them all, with those in sessions of their own where the system lets us find them, before the result is given.
   * Such a program also has a small shell for its parent, so that one that kills its parent does not meet this process.
   */
  readonly leftovers?: 'keep' | 'end'
  /** What the processes are marked with where leftovers are ended; any unique text by default. */
  readonly mark?: string
}

export type RunResult = {
  /** Exit status; null where a signal ended the program. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly timedOut: boolean
  readonly aborted: boolean
  /** Set where the program could not be started at all (for example ENOENT). */
  readonly startError?: string
}

/** Ends a process group: SIGTERM at once, SIGKILL after `graceMs` for what is left. */
export function endProcessGroup(pid: number, graceMs = 2000): void {
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal)
    } catch (error) {
      // ESRCH: the group is gone already, which is what was asked for.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  kill('SIGTERM')
  setTimeout(() => kill('SIGKILL'), graceMs).unref()
}

/** What is kept of a stream. */
export class Kept {
  private readonly head: Buffer[] = []
  private tail: Buffer[] = []
  private headSize = 0
  private tailSize = 0
  private dropped = 0
  constructor(private readonly limit: { head: number; tail: number } | undefined) {}

  add(chunk: Buffer): void {
    const limit = this.limit
    if (!limit) {
      this.head.push(chunk)
      return
    }
    const room = Math.max(0, limit.head - this.headSize)
    if (room > 0) this.head.push(chunk.subarray(0, room))
    this.headSize += Math.min(room, chunk.length)
    const rest = chunk.subarray(Math.min(room, chunk.length))
    if (rest.length === 0) return
    this.tail.push(rest)
    this.tailSize += rest.length
    if (this.tailSize > limit.tail * 2) this.trim(limit.tail)
  }

  private trim(limit: number): void {
    const all = Buffer.concat(this.tail)
    const cut = Math.max(0, all.length - limit)
    this.dropped += cut
    this.tail = [all.subarray(cut)]
    this.tailSize = all.length - cut
  }

  bytes(): Buffer {
    if (this.limit) this.trim(this.limit.tail)
    const gap = this.dropped > 0 ? [Buffer.from(`\n… ${this.dropped} bytes left out …\n`)] : []
    return Buffer.concat([...this.head, ...gap, ...this.tail])
  }
}

/** Time that output still on its way gets once everything that could write it has been ended. */
const drainMs = 500

/** Whether the program can be started; where it cannot, starting it directly tells why. */
function isThere(command: string, { cwd, env }: RunOptions): boolean {
  const folders = command.includes('/') ? [''] : (env['PATH'] ?? '').split(':')
  return folders.some((folder) => {
    const path = resolve(cwd, join(folder, command))
    try {
      accessSync(path, constants.X_OK)
      return statSync(path).isFile()
    } catch {
      // Not in this folder, or not to be run; the next one may have it.
      return false
    }
  })
}

/** A shell that hands its status on and is the program's parent: without the second command it would become the program. */
const between = ['/bin/sh', '-c', '"$@"; exit $?', 'sh'] as const

function wordsOf(command: string, args: readonly string[], options: RunOptions): readonly [string, ...string[]] {
  const apart = options.leftovers === 'end' && process.platform !== 'win32' && isThere(command, options)
  return apart ? [...between, command, ...args] : [command, ...args]
}

/**
 * Runs a program from an argument array in its own process group; no shell reads the arguments.
 * Never rejects for what the program does: a status, a signal, a timeout and a failed start are all results.
 */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  return new Promise((settle) => {
    const out = new Kept(options.keep)
    const err = new Kept(options.keep)
    let timedOut = false
    const mark = options.leftovers === 'end' ? (options.mark ?? randomUUID()) : undefined
    const [program, ...words] = wordsOf(command, args, options)
    const child = spawn(program, words, {
      cwd: options.cwd,
      env: { ...options.env, ...(mark && { [markVariable]: mark }) },
      detached: true,
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    const end = () => child.pid !== undefined && endProcessGroup(child.pid)
    const timer = options.timeoutMs ? setTimeout(() => ((timedOut = true), end()), options.timeoutMs) : undefined
    if (options.signal?.aborted) end()
    else options.signal?.addEventListener('abort', end, { once: true })
    const finish = (code: number | null, signal: NodeJS.Signals | null, startError?: string) => {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', end)
      const aborted = options.signal?.aborted ?? false
      settle({ code, signal, stdout: out.bytes(), stderr: err.bytes(), timedOut, aborted, startError })
    }
    child.on('spawn', () => child.pid !== undefined && options.onSpawn?.(child.pid))
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) finish(null, null, error.code ?? error.message)
    })
    child.stdout?.on('data', (chunk: Buffer) => (out.add(chunk), options.onOutput?.(chunk, 'stdout')))
    child.stderr?.on('data', (chunk: Buffer) => (err.add(chunk), options.onOutput?.(chunk, 'stderr')))
    if (mark === undefined) child.on('close', (code, signal) => finish(code, signal))
    else {
      const closed = new Promise<void>((settled) => child.on('close', () => settled()))
      const endAll = async (code: number | null, signal: NodeJS.Signals | null) => {
        try {
          await endLeftovers(child.pid!, mark)
          await Promise.race([closed, wait(drainMs)])
        } finally {
          // A process that could not be ended may hold the pipes for ever; what it writes is no longer part of the run.
          child.stdout?.destroy()
          child.stderr?.destroy()
          finish(code, signal)
        }
      }
      child.on('exit', (code, signal) => void endAll(code, signal))
    }
    // EPIPE: the program ended without reading its input, which its exit status tells.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(options.input)
  })
}
