import { readFileSync } from 'node:fs'
import { endProcessGroup } from './run'

/**
 * When a process started, as the system counts it; together with the pid it names a process for certain, because pids are
 * used again. Empty where the process is gone or the system does not tell.
 */
export function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the program's name, may contain spaces and brackets; the start time is the 20th after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ESRCH') return ''
    throw error
  }
}

/** Ends a process group that an ended run left behind, where the pid still names that very process; says whether it did. */
export function endLeftover(pid: number, started: string): boolean {
  if (started === '' || processStart(pid) !== started) return false
  endProcessGroup(pid, 0)
  return true
}
