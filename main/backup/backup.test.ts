import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupProgress } from '@shared/contract/data'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { git, newFolder, newRepository, startTestApp, type TestApp } from '../app/testing-app'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  expect(app.faults).toEqual([])
  await app.close()
})

async function backUp(path: string) {
  let last: BackupProgress | undefined
  for await (const now of await app.client.data.backup({ path })) last = now
  if (!last) throw new Error('the backup told nothing')
  return last
}
const refusal = (path: string) =>
  backUp(path).then(
    () => null,
    (error: { readonly data: { readonly code: string } }) => error.data.code,
  )

describe('a backup', () => {
  it('opens elsewhere with its plans; those that ran show as interrupted, and nothing of this core is touched', async () => {
    const folder = newRepository({ 'a.txt': 'one\n' })
    const project = await app.project(folder)
    const use = async (profile: string) => {
      const input = { action: 'local/run-command', projects: [project], args: { command: 'echo two > a.txt' } }
      const plan = await app.client.plans.use({ ...input, automation_profile: profile })
      return (await app.rest(plan.plan_id)).plan_id
    }
    const [waits, runs, queued] = [await use('trusted'), await use('trusted'), await use('manual')]
    const worktrees = git(folder, 'worktree', 'list', '--porcelain')
    for (const [id, state] of [
      [runs, 'processing'],
      [queued, 'queued'],
    ])
      app.database.sqlite.prepare('UPDATE plans SET state = ?, reason = NULL WHERE id = ?').run(state, id)
    writeFileSync(join(app.dataDir, 'config.toml'), '# https://me:hunter22@example.org\n')

    const done = await backUp(join(newFolder(), 'copy'))
    expect(done).toMatchObject({ state: 'done', interrupted: 2 })
    expect(done.bytes).toBe(done.total_bytes)
    expect(readdirSync(done.path).toSorted()).toEqual(['backup.json', 'cleveragents.db', 'config.toml'])
    expect(statSync(join(done.path, 'cleveragents.db')).mode & 0o077).toBe(0)
    expect(readFileSync(join(done.path, 'config.toml'), 'utf8')).not.toContain('hunter22')

    const copy = await startTestApp({ dataDir: done.path })
    const stateOf = async (id: string) => (await copy.client.plans.status({ plan_id: id })).state
    expect(copy.recovered.interrupted.toSorted()).toEqual([runs, queued].toSorted())
    expect(copy.recovered.resumed).toEqual([])
    expect([await stateOf(waits), await stateOf(runs), await stateOf(queued)]).toEqual([
      'awaiting_input',
      'errored',
      'errored',
    ])
    expect((await copy.client.plans.tree({ plan_id: waits })).nodes.length).toBeGreaterThan(0)
    expect(copy.faults).toEqual([])
    await copy.close()
    expect(git(folder, 'worktree', 'list', '--porcelain')).toBe(worktrees)
    expect((await app.client.plans.diff({ plan_id: waits })).files.map((file) => file.path)).toEqual(['a.txt'])
  })

  it('never overwrites: in a folder that exists it makes one of its own, and refuses a file', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'mine.txt'), 'mine')
    const { path } = await backUp(folder)
    expect(path.startsWith(`${folder}/cleveragents-backup-`)).toBe(true)
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine')
    expect(await refusal(join(folder, 'mine.txt'))).toBe('backup.exists')
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine')
  })

  it('refuses a place that is no place for it', async () => {
    expect(await refusal('copy')).toBe('backup.relative_path')
    expect(await refusal(join(newFolder(), 'missing', 'copy'))).toBe('backup.no_folder')
    mkdirSync(join(app.dataDir, 'backups'), { recursive: true })
    expect(await refusal(join(app.dataDir, 'backups'))).toBe('backup.inside')
    expect(await refusal(join(app.dataDir, 'copy'))).toBe('backup.inside')
  })

  it('leaves nothing where whoever asked for it leaves', async () => {
    const path = join(newFolder(), 'copy')
    for await (const now of await app.client.data.backup({ path })) {
      expect(now).toMatchObject({ state: 'running', path })
      expect(existsSync(path)).toBe(true)
      break
    }
    expect(existsSync(path)).toBe(false)
  })

  it('takes up what is written while it runs, whole', async () => {
    const project = await app.project(newRepository({ 'a.txt': 'one\n' }))
    const stream = await app.client.data.backup({ path: join(newFolder(), 'copy') })
    let path = ''
    let planId = ''
    for await (const now of stream) {
      path = now.path
      const input = { action: 'local/run-command', projects: [project], args: { command: 'true' } }
      if (planId === '') planId = (await app.client.plans.use({ ...input, automation_profile: 'manual' })).plan_id
    }
    const copy = await startTestApp({ dataDir: path })
    expect(copy.database.sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    await copy.close()
  })
})

it('measures the data folder by kind', async () => {
  mkdirSync(join(app.dataDir, 'logs'), { recursive: true })
  writeFileSync(join(app.dataDir, 'logs', 'core.log'), 'x'.repeat(1000))
  const { parts, total_bytes: total } = await app.client.data.sizes()
  const of = (kind: string) => parts.find((part) => part.kind === kind)
  expect(of('logs')).toEqual({ kind: 'logs', path: join(app.dataDir, 'logs'), bytes: 1000, files: 1, in_backup: false })
  expect(of('database')).toMatchObject({ path: join(app.dataDir, 'cleveragents.db'), in_backup: true })
  expect(total).toBe(parts.reduce((sum, part) => sum + part.bytes, 0))
})
