import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runMeasured, type MeasuredRun } from './run-measured.ts'

export type Agents = ReturnType<typeof createAgents>

/** The command line as a person runs it, on a home folder of its own. */
export function createAgents(root: string, home: string) {
  mkdirSync(home, { recursive: true })
  // Nothing of the person who runs the benchmark: no keys, no git identity, no other data folder.
  const env = { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', TERM: 'dumb', NO_COLOR: '1' }
  const program = join(root, 'resources/bin/agents')
  const dataDir = join(home, '.cleveragents')
  const argv = (...words: readonly string[]) => [program, ...words]
  const command = (words: readonly string[]) => ({ argv: argv(...words), cwd: home, env })
  writeFileSync(join(home, '.gitconfig'), '[user]\n  name = Bench\n  email = bench@localhost\n')

  function pidOfCore(): number | null {
    try {
      return (JSON.parse(readFileSync(join(dataDir, 'core.json'), 'utf8')) as { pid: number }).pid
    } catch {
      // No manifest, no core.
      return null
    }
  }

  return {
    env,
    home,
    dataDir,
    pidOfCore,
    measured: (...words: readonly string[]): Promise<MeasuredRun> => runMeasured(command(words)),
    /** The same with the whole process tree looked at; `aside` is not counted. */
    sampled: (aside: readonly number[], ...words: readonly string[]): Promise<MeasuredRun> =>
      runMeasured({ ...command(words), aside, sample: true }),
    /** Runs a command that must succeed and answers the data of its envelope. */
    async data<T>(...words: readonly string[]): Promise<T> {
      const run = await runMeasured(command(['--format', 'json', ...words]))
      if (run.code !== 0)
        throw new Error(`agents ${words.join(' ')} ended with ${run.code}:\n${run.output.slice(-2000)}`)
      return (JSON.parse(run.output) as { data: T }).data
    },
    /** Ends the background core of this home, where there is one, and waits until it is gone. */
    async endCore(): Promise<void> {
      const pid = pidOfCore()
      if (pid === null) return
      process.kill(pid, 'SIGTERM')
      for (let wait = 0; wait < 200 && pidOfCore() !== null; wait++) await delay(25)
    },
  }
}
