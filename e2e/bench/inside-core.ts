// Runs parts of the core in this process; loaded through Vite, which knows the core's import names.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createApp } from '../../main/app/create-app'
import { openDatabase } from '../../main/infrastructure/db/open'
import { createCommitKeeper } from '../../main/infrastructure/git/commit-keeper'
import { createTreeEditor } from '../../main/infrastructure/git/tree-editor'
import { createGit } from '../../main/infrastructure/git/git'
import { createRunProgram } from '../../main/infrastructure/git/run-program'
import { createIds } from '../../main/platform/ids'
import { silentLog } from '../../main/platform/log'
import { createSandboxes } from '../../main/sandboxes'

type Environment = Readonly<Record<string, string | undefined>>

async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Copies the newest plan with its projects under new ids until there are `count`. */
function multiplyPlans(sqlite: ReturnType<typeof openDatabase>['sqlite'], count: number): void {
  const columns = (table: string) =>
    (sqlite.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
  const copy = (table: string, key: string) => {
    const names = columns(table)
    const values = names.map((name) => (name === key ? '?' : name)).join(', ')
    return sqlite.prepare(`INSERT INTO ${table} (${names.join(', ')}) SELECT ${values} FROM ${table} WHERE ${key} = ?`)
  }
  const { id } = sqlite.prepare('SELECT id FROM plans ORDER BY id DESC').get() as { id: string }
  const newId = createIds()
  const [plan, project] = [copy('plans', 'id'), copy('plan_projects', 'plan_id')]
  sqlite.transaction(() => {
    for (let made = 1; made < count; made++) {
      const next = newId()
      plan.run(next, id)
      project.run(next, id)
    }
  })()
}

/** Milliseconds of each `plan list` in a data folder that holds one plan, made to hold `count`. */
export async function timePlanList(dataDir: string, env: Environment, count: number, runs: number): Promise<number[]> {
  const database = openDatabase(join(dataDir, 'cleveragents.db'))
  const log = silentLog
  const config = { dataDir, version: 'bench', kind: 'background', homeFolder: dataDir, env }
  const facts = { started: 0, endpoint: () => null, electron: () => false }
  const app = createApp(config, { database, log, clock: Date.now }, facts)
  multiplyPlans(database.sqlite, count)
  const times: number[] = []
  for (let run = 0; run <= runs; run++) {
    const time = await timed(async () => {
      const { plans } = await app.handlers.plans.list({ limit: 10_000, archived: false }, { signal: undefined })
      if (plans.length !== count) throw new Error(`${plans.length} plans were listed`)
    })
    if (run > 0) times.push(time)
  }
  await app.dispose()
  database.close()
  return times
}

/** Makes, changes, diffs and removes sandboxes of a checkout; `edit` changes files below a folder. */
export async function openSandboxBench(folder: string, dataDir: string, env: Environment) {
  mkdirSync(dataDir, { recursive: true })
  const database = openDatabase(join(dataDir, 'cleveragents.db'))
  const git = createGit({ env })
  const newId = createIds()
  const { db } = database
  const runProgram = createRunProgram(git.environment)
  const sandboxes = createSandboxes({
    git,
    commits: createCommitKeeper(git),
    trees: createTreeEditor(git),
    runProgram,
    db,
    dataDir,
    newId,
    clock: Date.now,
    folderLimits: () => ({ fileBytes: 1, totalBytes: 1, files: 1 }),
    registeredPaths: () => [],
  })
  const source = {
    strategy: 'git_worktree' as const,
    resourceId: newId(),
    name: 'local/bench',
    path: folder,
    branch: 'main',
  }
  return {
    async once(
      edits: readonly { readonly path: string; readonly from: string; readonly to: string }[],
    ): Promise<number> {
      const planId = newId()
      return timed(async () => {
        const base = await sandboxes.captureBase(source, { planId, includeUncommitted: false })
        const sandbox = await sandboxes.open(planId, source, base)
        for (const { path, from, to } of edits) {
          const file = join(sandbox.path, path)
          writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
        }
        const changes = await sandboxes.changes(planId)
        if (changes.length !== edits.length) throw new Error(`${changes.length} changes were seen`)
        await sandboxes.discard(planId)
      })
    },
    close: () => database.close(),
  }
}
