import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { machineCpu, now, processTree, readProcess, residentOf } from './machine.ts'

export type MeasuredRun = {
  readonly code: number | null
  readonly output: string
  /** Milliseconds since 1970, with fractions, on the clock that every process of the machine shares. */
  readonly started: number
  readonly ended: number
  readonly wallMs: number
  readonly cpuSeconds: number
  /** The most bytes that the whole process tree held at once. */
  readonly peakBytes: number
  /** Cores that the rest of the machine used meanwhile. */
  readonly others: number
}

export type Command = {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Processes whose work is not counted to either side. */
  readonly aside?: readonly number[]
  /** Looks at the process tree every 20 ms; a run without it costs nothing but itself. */
  readonly sample?: boolean
}

const sampleMs = 20
const limitMs = 180_000

const ownCpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (readProcess(String(pid))?.ownCpu ?? 0), 0)

/** Runs a command to its end and measures its whole process tree. */
export async function runMeasured({ argv, cwd, env, aside = [], sample = false }: Command): Promise<MeasuredRun> {
  const [program = '', ...args] = argv
  const counted = new Map<string, number>()
  let peakBytes = 0
  const before = machineCpu() - ownCpuOf([process.pid, ...aside])
  const started = now()
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: limitMs })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  child.stderr.on('data', (part: Buffer) => parts.push(part))
  const look = () => {
    const tree = processTree(String(child.pid))
    peakBytes = Math.max(peakBytes, residentOf(tree))
    for (const { pid, cpu } of tree) counted.set(pid, cpu)
  }
  const sampler = sample ? setInterval(look, sampleMs) : undefined
  const [code] = (await once(child, 'close')) as [number | null]
  const ended = now()
  clearInterval(sampler)
  // What outlives the command, such as a background core, is read once more; what ended was waited for by one of those,
  // whose figure then holds its own.
  for (const pid of counted.keys()) {
    const { cpu } = readProcess(pid) ?? { cpu: null }
    if (cpu !== null) counted.set(pid, cpu)
    else if (pid !== String(child.pid)) counted.delete(pid)
  }
  const cpuSeconds = [...counted.values()].reduce((sum, seconds) => sum + seconds, 0)
  const rest = machineCpu() - ownCpuOf([process.pid, ...aside]) - before - cpuSeconds
  // Without looking at the tree its own work is not known apart; such runs are short, and the machine was quiet before.
  const others = sample ? Math.max(0, rest) / ((ended - started) / 1000) : 0
  const output = Buffer.concat(parts).toString()
  return { code, output, started, ended, wallMs: ended - started, cpuSeconds, peakBytes, others }
}
