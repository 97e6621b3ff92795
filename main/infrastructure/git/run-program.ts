import { run } from '../process/run'

export type ProgramOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Ends what the program leaves running, wherever that went. */
  readonly endLeftovers?: boolean
}
export type ProgramResult = { readonly code: number | null; readonly output: string; readonly timedOut: boolean }

/** Runs programs such as hooks with git's own environment; answers status and both streams in the order they came. */
export function createRunProgram(environment: Readonly<Record<string, string | undefined>>) {
  return async (program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramResult> => {
    const chunks: Buffer[] = []
    const { cwd, timeoutMs, signal } = options
    const onOutput = (chunk: Buffer) => void chunks.push(chunk)
    const result = await run(program, args, {
      cwd,
      timeoutMs,
      env: { ...environment, ...options.env },
      onOutput,
      leftovers: options.endLeftovers === true ? 'end' : 'keep',
      ...(signal ? { signal } : {}),
    })
    const { timedOut, aborted } = result
    const stopped = aborted ? 'stopped by a person' : ''
    const ending = result.startError ?? (timedOut ? `ended after ${Math.round(timeoutMs / 1000)} s` : stopped)
    const output = Buffer.concat(chunks).toString('utf8') + ending
    return { code: timedOut || aborted ? null : result.code, output, timedOut }
  }
}
