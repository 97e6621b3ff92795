import { run } from '../process/run'

export type ProgramOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
}
export type ProgramResult = { readonly code: number | null; readonly output: string }

/** Runs programs such as hooks with git's own environment; answers status and both streams in the order they came. */
export function createRunProgram(environment: Readonly<Record<string, string | undefined>>) {
  return async (program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramResult> => {
    const chunks: Buffer[] = []
    const { cwd, timeoutMs } = options
    const onOutput = (chunk: Buffer) => void chunks.push(chunk)
    const result = await run(program, args, { cwd, timeoutMs, env: { ...environment, ...options.env }, onOutput })
    const ending = result.startError ?? (result.timedOut ? `ended after ${timeoutMs} ms` : '')
    return { code: result.timedOut ? null : result.code, output: Buffer.concat(chunks).toString('utf8') + ending }
  }
}
