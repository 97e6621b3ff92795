import type { Reporter } from '@shared/model/validation'
import { placeCommand, type Place } from './domain/place-command'
import { readCounts } from './domain/read-counts'
import type { Run } from './domain/validation'
import type { CommandDeps } from './ports'

export type CheckHooks = {
  readonly signal: AbortSignal
  readonly onOutput?: (text: string) => void
  readonly onSpawn?: (pid: number) => void
  readonly mark?: string
}

type Request = {
  readonly command: string | readonly string[]
  readonly timeoutS: number
  readonly parse: Reporter | null
  /** Where it runs unless it names another resource. */
  readonly home: Place
  readonly places: readonly Place[]
}

/** What a program could not be started for, in a sentence. */
function startNote(error: string, command: string | readonly string[]): string {
  const program = typeof command === 'string' ? '/bin/sh' : (command[0] ?? '')
  return error === 'ENOENT' ? `There is no program "${program}".` : `"${program}" could not be started (${error}).`
}

/**
 * Runs a check's command to its end or its time limit, in a process group that is ended whole, with what it left behind.
 * Never rejects for what the command does; the exit status decides, and what could not be started has failed.
 */
export async function runCheck(
  deps: CommandDeps,
  request: Request,
  hooks: CheckHooks,
): Promise<Run & { readonly ranOn: Place }> {
  const { command, place, note } = placeCommand(request.command, request.places, request.home)
  // One stream for both, so that messages stand in the order in which they came.
  const [program, ...args] =
    typeof command === 'string' ? ['/bin/sh', '-c', 'exec 2>&1; eval "$1"', 'sh', command] : command
  const half = Math.floor(deps.outputBytes() / 2)
  const decoder = new TextDecoder()
  const started = deps.now()
  const result = await deps.run(program ?? '', args, {
    cwd: place.root,
    env: deps.commandEnv,
    timeoutMs: request.timeoutS * 1000,
    signal: hooks.signal,
    keep: { head: half, tail: half },
    leftovers: 'end',
    onOutput: (chunk) => hooks.onOutput?.(deps.redact(decoder.decode(chunk, { stream: true }))),
    ...(hooks.onSpawn ? { onSpawn: hooks.onSpawn } : {}),
    ...(hooks.mark ? { mark: hooks.mark } : {}),
  })
  hooks.signal.throwIfAborted()
  const text = [result.stdout, result.stderr]
    .map((bytes) => bytes.toString('utf8').trimEnd())
    .filter((part) => part !== '')
  const output = deps.redact(text.join('\n'))
  const failedStart = result.startError === undefined ? '' : startNote(result.startError, command)
  return {
    passed: result.code === 0 && !result.timedOut && result.startError === undefined,
    exitCode: result.timedOut ? null : result.code,
    timedOut: result.timedOut,
    durationMs: deps.now() - started,
    output,
    note: [note, failedStart].filter((part) => part !== '').join(' '),
    tests: request.parse === null ? null : readCounts(request.parse, output),
    ranOn: place,
  }
}
