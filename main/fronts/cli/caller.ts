import { join } from 'node:path'
import { dataDir } from '../../platform/data-dir'
import type { Caller } from './command'
import { connectCore } from './connect'
import { paintFor } from './output/paint'
import { blocksAs } from './output/write-outcome'
import { isEnvelope, type Format } from './format'
import type { Surroundings } from './run-command-line'

export function createCaller(format: Format, around: Surroundings): Caller {
  const human = !isEnvelope(format)
  return {
    env: around.env,
    cwd: around.cwd,
    interactive: human && around.isTerminal(0) && around.isTerminal(2),
    progress: (line) => {
      if (format === 'rich') around.write(2, `${line}\n`)
    },
    confirm: async (question, blocks) => {
      const { createInterface } = await import('node:readline/promises')
      const paint = paintFor(around.isTerminal(2), around.env)
      const shown = blocksAs(format === 'plain' ? 'plain' : 'rich', blocks, { columns: around.columns(), paint })
      around.write(2, shown)
      const reader = createInterface({ input: process.stdin, output: process.stderr })
      // The end of the input, or Ctrl-C, is no consent.
      const closed = new Promise<string>((resolve) => reader.once('close', () => resolve('')))
      const answer = await Promise.race([reader.question(`${question} [y/N] `), closed])
      reader.close()
      return /^y(es)?$/i.test(answer.trim())
    },
    readInput: async () => {
      process.stdin.setEncoding('utf8')
      let text = ''
      for await (const chunk of process.stdin) text += chunk as string
      return text
    },
    onInterrupt: around.onInterrupt,
  }
}

/** The line to the core of the data folder; it looks for the core, or starts one, at its first call. */
export function coreLine(around: Surroundings, caller: Pick<Caller, 'progress'>) {
  const folder = dataDir(around.env)
  const serverEntry = join(around.entryDir, 'server.js')
  const { client, live } = connectCore({
    dataDir: folder,
    start: async (known) => {
      const { startCore } = await import('./start-core')
      return startCore({ dataDir: folder, entry: serverEntry, env: around.env, progress: caller.progress }, known)
    },
  })
  return { client, liveCore: live, serverEntry, dataDir: folder }
}
