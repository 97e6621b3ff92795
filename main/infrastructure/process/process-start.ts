import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What is known of a process: gone, or there with what tells it from a later one of the same id (null where the system does not say). */
export type ProcessSight = { readonly there: false } | { readonly there: true; readonly start: string | null }

const gone: ProcessSight = { there: false }

function onLinux(pid: number): ProcessSight {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program's name stands in brackets and may contain anything, brackets too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state] = fields
    // A zombie has ended; only its parent has not asked yet.
    if (state === 'Z' || state === 'X') return gone
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    return { there: true, start: `${boot}:${fields[19] ?? ''}` }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // ESRCH: it ended between opening and reading.
    if (code === 'ENOENT' || code === 'ESRCH') return gone
    throw error
  }
}

function elsewhere(pid: number): ProcessSight {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM says that it exists but is not ours.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return gone
  }
  if (process.platform === 'win32') return { there: true, start: null }
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env, encoding: 'utf8', timeout: 2000 })
    return text.trim() === '' ? gone : { there: true, start: text.trim() }
  } catch {
    // ps ends with a status other than 0 where there is no such process; it ended since.
    return gone
  }
}

/** Looks at a process by its id. */
export function seeProcess(pid: number): ProcessSight {
  if (!Number.isSafeInteger(pid) || pid <= 0) return gone
  return process.platform === 'linux' ? onLinux(pid) : elsewhere(pid)
}

/** Whether the very process that had this id and start is still there. */
export function isSameProcess(pid: number, start: string | null): boolean {
  const sight = seeProcess(pid)
  return sight.there && (start === null || sight.start === null || sight.start === start)
}

/** The start of the running process, to be stored beside its id. */
export function ownStart(): string | null {
  const sight = seeProcess(process.pid)
  return sight.there ? sight.start : null
}
