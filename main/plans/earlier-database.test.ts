import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { newFolder, newRepository, startTestApp, type TestApp } from '../app/testing-app'
import { migrate, migrations } from '../infrastructure/db/migrate'

const later = new Set(['0031_sandbox_strategy', '0051_plan_sources'])
const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

/** Puts a database made by the migrations before folders were recorded in the place of this one, with the same plans in it. */
function makeEarlier(dataDir: string): void {
  const file = join(dataDir, 'cleveragents.db')
  renameSync(file, `${file}.now`)
  const sqlite = new Sqlite(file)
  const known = migrations.filter((migration) => !later.has(migration.name))
  migrate(sqlite, { known, backup: () => undefined, now: () => 1 })
  sqlite.pragma('foreign_keys = OFF')
  sqlite.prepare('ATTACH ? AS new').run(`${file}.now`)
  const tables = sqlite.prepare(`SELECT name FROM new.sqlite_master WHERE type = 'table'`).pluck().all() as string[]
  for (const table of tables)
    if (table !== 'migrations' && !table.startsWith('sqlite_'))
      sqlite.exec(`INSERT OR REPLACE INTO main.${table} SELECT * FROM new.${table}`)
  const without = `json_remove(base, '$.value.strategy', '$.value.leftOut')`
  sqlite.exec(`
    UPDATE sandboxes SET base = ${without};
    UPDATE plan_resources SET base = ${without};
    UPDATE plan_resources SET base = NULL, read_only = 1 WHERE type = 'fs-directory';
  `)
  sqlite.close()
}

it('goes on with the plans of a database from before folders were recorded', { timeout: 120_000 }, async () => {
  const source = 'console.log(1)\n'
  const repo = newRepository({ 'a.js': source })
  const folder = join(newFolder(), 'docs')
  mkdirSync(folder)
  writeFileSync(join(folder, 'b.js'), source)
  const first = await startTestApp()
  apps.push(first)
  const project = await first.project(repo)
  await first.client.resources.add({ type: 'fs-directory', name: 'local/docs', path: folder })
  await first.client.projects.link({ project, resource: 'local/docs', read_only: true })
  const use = (app: TestApp, profile: string) =>
    app.client.plans.use({
      action: 'local/run-command',
      projects: [project],
      args: { command: 'echo made > made.txt' },
      automation_profile: profile,
    })
  const [begun, executed] = [await use(first, 'manual'), await use(first, 'trusted')]
  await first.rest(begun.plan_id)
  expect(await first.rest(executed.plan_id)).toMatchObject({ phase: 'execute', reason: 'phase_gate' })
  apps.pop()
  await first.close()
  makeEarlier(first.dataDir)

  const next = await startTestApp({ dataDir: first.dataDir })
  apps.push(next)
  expect(next.database.migrated).toEqual([...later])
  expect((await next.client.plans.status({ plan_id: executed.plan_id })).resources).toMatchObject([
    { type: 'git-checkout', sandbox_strategy: 'git_worktree', read_only: false },
    { type: 'fs-directory', sandbox_strategy: 'none', read_only: true, base_commit: null },
  ])
  const diff = await next.client.plans.diff({ plan_id: executed.plan_id })
  expect(diff.files.map((file) => file.path)).toEqual(['made.txt'])
  expect(await next.client.plans.apply({ plan_id: executed.plan_id })).toMatchObject({ state: 'applied' })
  expect(readFileSync(join(repo, 'made.txt'), 'utf8')).toBe('made\n')
  await next.client.plans.execute({ plan_id: begun.plan_id })
  await next.rest(begun.plan_id)
  await next.client.plans.execute({ plan_id: begun.plan_id })
  expect(await next.rest(begun.plan_id)).toMatchObject({ phase: 'execute', reason: 'phase_gate' })
  expect(await next.client.plans.cancel({ plan_id: begun.plan_id })).toMatchObject({ state: 'cancelled' })
  expect(readFileSync(join(folder, 'b.js'), 'utf8')).toBe(source)
  expect(next.faults).toEqual([])
})
