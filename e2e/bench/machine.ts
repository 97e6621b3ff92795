import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Cores that the rest of the machine may use while a counted run goes on. */
export const noiseLimit = 0.25

const tick = 1 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
const page = Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' }))

export const now = (): number => performance.timeOrigin + performance.now()

/** CPU seconds that the whole machine has used so far. */
export function machineCpu(): number {
  const line = readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] = line.trim().split(/\s+/).slice(1).map(Number)
  return (user + nice + system + irq + soft) * tick
}

export type ProcessFacts = {
  readonly pid: string
  readonly parent: string
  /** CPU seconds of the process and of the children it has waited for. */
  readonly cpu: number
  /** CPU seconds of the process alone. */
  readonly ownCpu: number
  /** Resident bytes. */
  readonly resident: number
  /** Where its stack lies: a child that has not yet started its own program shares its parent's. */
  readonly stack: string
}

export function readProcess(pid: string): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const field = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const times = field.slice(11, 15).map((ticks) => Number(ticks) * tick)
    return {
      pid,
      parent: field[1] ?? '',
      cpu: times.reduce((sum, time) => sum + time, 0),
      ownCpu: (times[0] ?? 0) + (times[1] ?? 0),
      resident: Number(field[21]) * page,
      stack: field[25] ?? '0',
    }
  } catch {
    // It ended since it was listed.
    return null
  }
}

/** A process with all that descends from it. A detached child counts as long as its parent lives. */
export function processTree(root: string): readonly ProcessFacts[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(name) ?? [])
  const tree = all.filter((one) => one.pid === root)
  for (const parent of tree) tree.push(...all.filter((one) => one.parent === parent.pid))
  return tree
}

/** Resident bytes of processes together; those that share a stack are one. */
export function residentOf(processes: readonly ProcessFacts[]): number {
  const byStack = new Map<string, number>()
  for (const { pid, stack, resident } of processes) {
    const key = stack === '0' ? pid : stack
    byStack.set(key, Math.max(byStack.get(key) ?? 0, resident))
  }
  return [...byStack.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** Waits until the rest of the machine uses less than a tenth of one core, for `limitMs` at most. */
export async function quiet(limitMs: number): Promise<void> {
  for (const end = now() + limitMs; now() < end;) {
    const before = machineCpu()
    await delay(300)
    if ((machineCpu() - before) / 0.3 < 0.1) return
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b)
  if (sorted.length === 0) return Number.NaN
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}
