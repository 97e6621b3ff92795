import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Envelope } from '../../main/fronts/cli/envelope.ts'
import { leftovers } from '../fixtures/processes.ts'

export const launcher = join(import.meta.dirname, '../../resources/bin/agents')

export type Finished = { readonly code: number | null; readonly out: string; readonly err: string }
type Options = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>>; readonly command?: string }

/** Data is whatever the command answers; each test looks at the part that it is about. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export type Answer = Omit<Envelope, 'data'> & { readonly data: any }

export type Place = Awaited<ReturnType<typeof makePlace>>

export function finished(child: ChildProcess): Promise<Finished> {
  let out = ''
  let err = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out, err }))
  })
}

/** Resolves once a file is there. */
export async function appears(file: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const watcher = watch(dirname(file), () => existsSync(file) && resolve())
  if (existsSync(file)) resolve()
  await promise
  watcher.close()
}

/** A folder of its own with a data folder that does not exist yet, and the command line on it. */
export function makePlace() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agents-cli-')))
  const home = join(folder, 'data')
  const own = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    CLEVERAGENTS_HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    LANG: 'C.UTF-8',
  }
  const start = (args: readonly string[], { cwd = folder, env = {}, command = launcher }: Options = {}) =>
    spawn(command, [...args], { cwd, env: { ...own, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const run = (args: readonly string[], options?: Options) => finished(start(args, options))
  const ask = async (args: readonly string[], options?: Options): Promise<Answer> => {
    const { out, code } = await run([...args, '--format', 'json'], options)
    const answer = JSON.parse(out) as Answer
    if (answer.exit_code !== code) throw new Error(`the envelope says ${answer.exit_code}, the process ${code}`)
    return answer
  }
  const corePid = () => (JSON.parse(readFileSync(join(home, 'core.json'), 'utf8')) as { pid: number }).pid
  return {
    folder,
    home,
    start,
    run,
    ask,
    corePid,
    git: (cwd: string, ...args: string[]) =>
      run(['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd, command: 'git' }),
    async dispose() {
      if (existsSync(join(home, 'core.json'))) process.kill(corePid(), 'SIGTERM')
      const left = await leftovers(`CLEVERAGENTS_HOME=${home}`)
      rmSync(folder, { recursive: true, force: true })
      return left
    },
  }
}

/** A repository with the files given, committed on `main`, registered and linked to a project of the name given. */
export async function makeProject(place: Place, name: string, files: Readonly<Record<string, string>>) {
  const repository = join(place.folder, `${name} – repository ü`)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true })
    writeFileSync(join(repository, path), text)
  }
  await place.git(repository, 'init', '-q', '-b', 'main')
  await place.git(repository, 'add', '-A')
  await place.git(repository, 'commit', '-q', '-m', 'one')
  const added = await place.ask(['resource', 'add', 'git-checkout', `local/${name}`, '--path', repository])
  const created = await place.ask(['project', 'create', '--resource', `local/${name}`, `local/${name}`])
  if (added.exit_code + created.exit_code > 0) throw new Error(JSON.stringify([added.error, created.error]))
  return { repository, resource: added.data, project: created.data }
}
