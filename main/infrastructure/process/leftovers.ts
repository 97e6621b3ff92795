import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** The variable whose value marks every process that one run started, however far from its group. */
export const markVariable = 'CLEVERAGENTS_RUN'

const graceMs = 1000
const pollMs = 20

function signalAll(ids: readonly number[], signal: NodeJS.Signals | 0): number[] {
  return ids.filter((id) => {
    try {
      process.kill(id, signal)
      return true
    } catch (error) {
      // ESRCH: it is gone, which is what was asked for; EPERM: it became another user's, out of our reach.
      const code = (error as NodeJS.ErrnoException).code
      if (code !== 'ESRCH' && code !== 'EPERM') throw error
      return false
    }
  })
}

async function isLeftover(id: string, group: number | null, marks: ReadonlySet<string>): Promise<boolean> {
  try {
    const [state, , itsGroup] = (await readFile(`/proc/${id}/stat`, 'latin1')).replace(/^.*\)\s/s, '').split(' ')
    // A zombie has ended, though it may wait for ever for a parent that looks.
    if (state === 'Z' || state === 'X') return false
    if (group !== null && itsGroup === String(group)) return true
    const variables = (await readFile(`/proc/${id}/environ`, 'latin1')).split('\0')
    const own = variables.find((variable) => variable.startsWith(`${markVariable}=`))
    return own !== undefined && marks.has(own.slice(markVariable.length + 1))
  } catch {
    // It has ended meanwhile, or belongs to another user, and then we did not start it.
    return false
  }
}

/** Targets for a signal: single processes where the system lists them (Linux), else the group as a whole. */
async function leftovers(group: number | null, marks: ReadonlySet<string>): Promise<number[]> {
  if (process.platform !== 'linux') return group === null ? [] : [-group]
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  const found = await Promise.all(ids.map((id) => isLeftover(id, group, marks)))
  return ids.filter((_, at) => found[at]).map(Number)
}

/**
 * Ends what a program left running after it ended itself: its process group, and what escaped from that into a session
 * of its own but still carries the mark. Each gets SIGTERM and, a second later, SIGKILL.
 */
export async function endLeftovers(group: number, mark: string): Promise<void> {
  await endAll(group, new Set([mark]))
}

/** The same for programs of a process that is gone, by their marks alone, in one look; answers how many there were. */
export function endMarked(marks: readonly string[]): Promise<number> {
  return marks.length === 0 ? Promise.resolve(0) : endAll(null, new Set(marks))
}

async function endAll(group: number | null, marks: ReadonlySet<string>): Promise<number> {
  const alive = async (signal: NodeJS.Signals | 0) => signalAll(await leftovers(group, marks), signal)
  const { length: count } = await alive('SIGTERM')
  if (count === 0) return 0
  for (let waited = 0; waited < graceMs; waited += pollMs) {
    await wait(pollMs)
    if ((await alive(0)).length === 0) return count
  }
  // What forks while it is being ended is met by the next round; what cannot be ended must not hold the run for ever.
  for (let round = 0; round < 5; round += 1) {
    if ((await alive('SIGKILL')).length === 0) return count
    await wait(pollMs)
  }
  return count
}
