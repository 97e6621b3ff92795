import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { holdOpen } from './hold-open'
import { endProcessGroup, Kept, type RunResult } from './run'

/** Milliseconds after which a shell that nobody used is ended. */
const idleMs = 5000
/** Shells at once; what comes while all of them work is for the caller to start itself. */
const most = 4
const nonceLength = 32
const statusLength = 3

export type ShellJob = {
  readonly cwd: string
  /** Added to the environment of all jobs. */
  readonly env: Readonly<Record<string, string>>
  /** Argument arrays; each is run where the one before ended with 0. */
  readonly commands: readonly (readonly string[])[]
  readonly input?: string | Buffer
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  readonly keep?: { readonly head: number; readonly tail: number }
}

export type Shells = {
  /** Runs a job; null where it must be started the ordinary way. */
  run(job: ShellJob): Promise<RunResult | null>
}

/** Cuts a stream at the mark that follows a job's output. */
function createEnd(mark: string, length: number, kept: Kept, ended: (rest: string) => void) {
  let held = Buffer.alloc(0)
  return (chunk: Buffer): void => {
    held = Buffer.concat([held, chunk])
    const cut = held.length - length
    if (cut < 0) return
    if (held.toString('latin1', cut, cut + mark.length) === mark) {
      kept.add(held.subarray(0, cut))
      ended(held.toString('latin1', cut + mark.length))
    } else if (cut > 0) {
      kept.add(Buffer.from(held.subarray(0, cut)))
      held = Buffer.from(held.subarray(cut))
    }
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Text that one of the shells in use might read otherwise than it stands. */
const unsafe = /[\0\u0001\u007f]/

function textOf(job: ShellJob, nonce: string, input: string | null): string {
  const settings = Object.entries(job.env).map(([name, value]) => `${name}=${quoted(value)}`)
  const from = `<${input === null ? '/dev/null' : quoted(input)}`
  const commands = job.commands.map((words, at) =>
    [...settings, ...words.map(quoted), at === 0 ? from : '</dev/null'].join(' '),
  )
  // The folder is left again, so that an idle shell holds nobody's folder busy.
  return [
    `if cd -P -- ${quoted(job.cwd)} 2>/dev/null; then { ${commands.join(' && ')}; }; s=$?; cd /; else s=999; fi`,
    `printf '${nonce}%03d' $s; printf '${nonce}' >&2`,
    '',
  ].join('\n')
}

/** What a shell's status says: a signal is told as 128 and its number, which no git answers by itself. */
function meaningOf(status: number): Pick<RunResult, 'code' | 'signal' | 'startError'> {
  if (status === 999 || status === 127) return { code: null, signal: null, startError: 'ENOENT' }
  if (status === 126) return { code: null, signal: null, startError: 'EACCES' }
  const [signal] = Object.entries(constants.signals).find(([, number]) => status - 128 === number && number > 1) ?? []
  return signal === undefined ? { code: status, signal: null } : { code: null, signal: signal as NodeJS.Signals }
}

type Shell = {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly timer: NodeJS.Timeout
  busy: boolean
  /** Called where the shell ends. */
  lost: (() => void) | null
}

/** Runs a job in a shell that does nothing else; the shell's process group is then the job's. */
function runIn(shell: Shell, job: ShellJob, scratch: () => string): Promise<RunResult> {
  return new Promise((settle) => {
    const nonce = randomBytes(nonceLength / 2).toString('hex')
    const [out, err] = [new Kept(job.keep), new Kept(job.keep)]
    const { child } = shell
    const input = job.input === undefined ? null : join(scratch(), nonce)
    if (input !== null) writeFileSync(input, job.input!, { mode: 0o600 })
    let timedOut = false
    const end = () => child.pid !== undefined && endProcessGroup(child.pid)
    const timer = setTimeout(() => ((timedOut = true), end()), job.timeoutMs)
    let waiting = 2
    let status: number | null = null
    const finish = () => {
      clearTimeout(timer)
      job.signal?.removeEventListener('abort', end)
      child.stdout.off('data', onOut)
      child.stderr.off('data', onErr)
      shell.lost = null
      if (input !== null) rmSync(input, { force: true })
      const aborted = job.signal?.aborted ?? false
      const meaning =
        status === null ? { code: null, signal: child.signalCode ?? ('SIGTERM' as const) } : meaningOf(status)
      settle({ ...meaning, stdout: out.bytes(), stderr: err.bytes(), timedOut, aborted })
    }
    const ended = () => {
      if (--waiting === 0) finish()
    }
    const onOut = createEnd(nonce, nonceLength + statusLength, out, (rest) => {
      status = Number(rest)
      ended()
    })
    const onErr = createEnd(nonce, nonceLength, err, ended)
    child.stdout.on('data', onOut)
    child.stderr.on('data', onErr)
    shell.lost = finish
    if (job.signal?.aborted) end()
    else job.signal?.addEventListener('abort', end, { once: true })
    child.stdin.write(textOf(job, nonce, input))
  })
}

/**
 * Keeps small shells that start programs for us. A process that is started copies the page tables of the one that starts
 * it, while that one stands still; a shell has next to none, so that a start costs a quarter and holds nobody up. Each works
 * on one job at a time, which has the shell's process group for its own.
 */
export function createShells(env: Readonly<Record<string, string | undefined>>): Shells {
  const all = new Set<Shell>()
  let folder: string | null = null
  const scratch = () => (folder ??= mkdtempSync(join(tmpdir(), 'cleveragents-input-')))

  const leave = (shell: Shell) => {
    all.delete(shell)
    clearTimeout(shell.timer)
    shell.child.stdin.end()
    if (all.size > 0 || folder === null) return
    rmSync(folder, { recursive: true, force: true })
    folder = null
  }

  const open = (): Shell => {
    const child = spawn('/bin/sh', [], { cwd: '/', env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    const timer = setTimeout(() => (shell.busy ? timer.refresh() : leave(shell)), idleMs)
    timer.unref()
    const shell: Shell = { child, timer, busy: false, lost: null }
    const ended = () => {
      leave(shell)
      shell.lost?.()
    }
    child.on('error', ended)
    child.on('close', ended)
    // EPIPE: the close event that follows ends the job.
    child.stdin.on('error', () => undefined)
    all.add(shell)
    return shell
  }

  return {
    async run(job) {
      const words = [job.cwd, ...Object.entries(job.env).flat(), ...job.commands.flat()]
      const isPlain = Object.keys(job.env).every((name) => /^[A-Za-z_]\w*$/.test(name))
      if (process.platform === 'win32' || !isPlain || words.some((word) => unsafe.test(word))) return null
      const idle = [...all].find((one) => !one.busy)
      if (!idle && all.size >= most) return null
      const shell = idle ?? open()
      shell.busy = true
      holdOpen(shell.child, true)
      const result = await runIn(shell, job, scratch)
      shell.busy = false
      shell.timer.refresh()
      holdOpen(shell.child, false)
      return result
    },
  }
}
