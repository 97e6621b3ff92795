import { version } from '../../../package.json'
import { dataDir } from '../../platform/data-dir'
import { coreLine, createCaller } from './caller'
import type { Call, Caller, Outcome } from './command'
import { readConfiguredFormat } from './configured-format'
import { commands } from './commands'
import { findCommand } from './find-command'
import { isEnvelope, resolveFormat, takeFormat, wrongFormat, type Format } from './format'
import { helpText } from './help'
import { paintFor } from './output/paint'
import { writtenOutcome } from './output/write-outcome'
import { parseCommand } from './parse-command'
import { refusalOf, refused } from './refused'
import type { Entry } from './registry'

/** The process as the command line sees it. */
export type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The folder of the built entries. */
  readonly entryDir: string
  readonly isTerminal: (stream: 0 | 1 | 2) => boolean
  readonly columns: () => number
  readonly write: (stream: 1 | 2, text: string) => void
  readonly onInterrupt: Caller['onInterrupt']
}

type Told = { readonly command: string; readonly outcome: Outcome }

const text = (data: Readonly<Record<string, string>>, shown: string): Outcome => ({
  data,
  blocks: () => [{ kind: 'lines', title: '', lines: shown.split('\n'), verbatim: true }],
  verdict: '',
})

async function runEntry(entry: Entry, line: readonly string[], format: Format, around: Surroundings): Promise<Outcome> {
  const command = commands[entry.name]!
  const parsed = parseCommand(entry.name, entry.summary, command, line)
  if ('help' in parsed) return text({ help: parsed.help }, parsed.help)
  const caller = createCaller(format, around)
  const call: Call = { given: parsed.given, format, caller, ...coreLine(around, caller) }
  try {
    return await command.run(call)
  } catch (thrown) {
    const refusal = refusalOf(thrown)
    const about = refusal.kind !== 'missing' && !refusal.code.startsWith('core.') ? command.present : undefined
    // The refusal is what the person must read, whatever becomes of the question for what it is about.
    const data = about && (await about(call, refusal).catch(() => null))
    return refused(refusal, data ?? null)
  }
}

async function runLine(rest: readonly string[], format: Format, around: Surroundings): Promise<Told> {
  const found = findCommand(rest)
  if ('refusal' in found) return { command: found.words, outcome: refused(found.refusal.data) }
  if ('version' in found) return { command: 'version', outcome: text({ version }, version) }
  if ('help' in found) {
    const help = helpText(found.help)
    return { command: found.help === 'all' ? 'help' : found.help, outcome: text({ help }, help) }
  }
  try {
    return { command: found.entry.name, outcome: await runEntry(found.entry, found.line, format, around) }
  } catch (thrown) {
    return { command: found.entry.name, outcome: refused(refusalOf(thrown)) }
  }
}

/** Runs one line and answers its exit code: one envelope on standard output for programs, text for people. */
export async function runCommandLine(line: readonly string[], around: Surroundings): Promise<number> {
  const { rest, format: given, wrong } = takeFormat(line)
  const readConfigured = () => readConfiguredFormat(dataDir(around.env))
  const format = await resolveFormat(given, around.env, readConfigured, () => around.isTerminal(1))
  const { command, outcome } =
    wrong === undefined
      ? await runLine(rest, format, around)
      : {
          command: rest
            .filter((word) => !word.startsWith('-'))
            .slice(0, 2)
            .join(' '),
          outcome: refused(wrongFormat(wrong).data),
        }
  const terminal = {
    columns: isEnvelope(format) ? 0 : around.columns(),
    paint: paintFor(!isEnvelope(format) && around.isTerminal(outcome.error ? 2 : 1), around.env),
  }
  const { out, err } = await writtenOutcome(format, command, outcome, process.uptime() * 1000, terminal)
  if (err !== '') around.write(2, err)
  if (out !== '') around.write(1, out)
  return outcome.exitCode ?? 0
}
