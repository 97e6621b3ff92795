import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Options = {
  readonly cwd: string
  /** The whole environment; that of the tests by default. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * A small shell that runs git for this test process, which waits: a process as large as ours takes ten times as long to start
 * another, and tests start thousands. The shell reads a pipe of its own and ends when this process has ended.
 */
function openShell() {
  const folder = mkdtempSync(join(tmpdir(), 'test-git-'))
  const [jobs, ends, out, err] = ['jobs', 'ends', 'out', 'err'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  execFileSync('mkfifo', [jobs, ends])
  // Opened for both ways, so that neither side waits for the other here.
  const [toShell, fromShell] = [openSync(jobs, 'r+'), openSync(ends, 'r+')]
  const shell = spawn('/bin/sh', [jobs], { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'], detached: true })
  shell.unref()
  process.once('exit', () => {
    closeSync(toShell)
    closeSync(fromShell)
    rmSync(folder, { recursive: true, force: true })
  })
  const answer = Buffer.alloc(16)
  return (words: readonly string[], { cwd, env }: Options) => {
    const settings = env === undefined ? [] : ['env', '-i', ...pairs(env)]
    const command = [...settings, ...words].map(quoted).join(' ')
    const job = `(cd -- ${quoted(cwd)} && ${command}) </dev/null >${quoted(out)} 2>${quoted(err)}; echo $? >${quoted(ends)}\n`
    writeFileSync(toShell, job)
    const status = Number(answer.toString('latin1', 0, readSync(fromShell, answer)))
    return { status, stdout: readFileSync(out, 'utf8'), stderr: readFileSync(err, 'utf8') }
  }
}

function pairs(env: NonNullable<Options['env']>): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
}

let shell: ReturnType<typeof openShell> | null = null

/** Runs git as a user of the repository would, outside of the code under test; answers with what it printed. */
export function runGit(args: readonly string[], options: Options): string {
  shell ??= openShell()
  const { status, stdout, stderr } = shell(['git', ...args], options)
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}
