import { Kept, run } from '../process/run'

/** Bytes of the output that are kept, half of its head and half of its tail: enough to tell why a program failed. */
const keptBytes = 32_000

export type ProgramOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Ends what the program leaves running, wherever that went. */
  readonly endLeftovers?: boolean
}
export type ProgramResult = { readonly code: number | null; readonly output: string; readonly timedOut: boolean }

/**
 * Runs programs such as hooks with git's own environment; answers status and both streams in the order they came, of a
 * long output its head and tail.
 */
export function createRunProgram(environment: Readonly<Record<string, string | undefined>>) {
  return async (program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramResult> => {
    const kept = new Kept({ head: keptBytes / 2, tail: keptBytes / 2 })
    const { cwd, timeoutMs, signal } = options
    const onOutput = (chunk: Buffer) => kept.add(chunk)
    const result = await run(program, args, {
      cwd,
      timeoutMs,
      env: { ...environment, ...options.env },
      onOutput,
      // Kept here, in one for both streams.
      keep: { head: 0, tail: 0 },
      leftovers: options.endLeftovers === true ? 'end' : 'keep',
      ...(signal ? { signal } : {}),
    })
    const { timedOut, aborted } = result
    const stopped = aborted ? 'stopped by a person' : ''
    const ending = result.startError ?? (timedOut ? `ended after ${Math.round(timeoutMs / 1000)} s` : stopped)
    const output = kept.bytes().toString('utf8') + ending
    return { code: timedOut || aborted ? null : result.code, output, timedOut }
  }
}
