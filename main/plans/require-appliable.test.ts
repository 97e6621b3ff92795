import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { git, newRepository, startTestApp, type TestApp } from '../app/testing-app'

let app: TestApp
afterEach(async () => {
  expect(app.faults).toEqual([])
  await app.close()
})

const lines = (change: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 40 }, (_, at) => `${change[at + 1] ?? `line ${at + 1}`}\n`).join('')

async function use(command: string, files: Readonly<Record<string, string>>) {
  app = await startTestApp()
  const folder = newRepository(files)
  const project = await app.project(folder)
  const input = { action: 'local/run-command', projects: [project], args: { command }, automation_profile: 'trusted' }
  const plan = await app.client.plans.use(input)
  return { folder, id: plan.plan_id, client: app.client }
}

it('does not apply half of the work unless that is asked for', async () => {
  const { folder, id, client } = await use('echo half > f.txt; touch begun; sleep 60; echo whole > f.txt', {
    'f.txt': '',
  })
  await vi.waitFor(
    async () => {
      const path = (await client.plans.status({ plan_id: id })).resources[0]?.sandbox_path
      expect(path && existsSync(join(path, 'begun'))).toBe(true)
    },
    { timeout: 30_000 },
  )
  expect(await client.plans.stop({ plan_id: id })).toMatchObject({ phase: 'execute', reason: 'stopped' })
  await expect(client.plans.apply({ plan_id: id })).rejects.toMatchObject({ data: { code: 'apply.not_finished' } })
  expect(readFileSync(join(folder, 'f.txt'), 'utf8')).toBe('')
  await client.plans.cancel({ plan_id: id })
  expect(await client.plans.restore({ plan_id: id })).toMatchObject({ phase: 'execute', reason: 'restored' })
  await expect(client.plans.apply({ plan_id: id })).rejects.toMatchObject({ data: { code: 'apply.not_finished' } })
  expect(await client.plans.apply({ plan_id: id, as_is: true })).toMatchObject({ state: 'applied' })
  expect(readFileSync(join(folder, 'f.txt'), 'utf8')).toBe('half\n')
})

it('does not apply what was rejected before the file changed, until that is decided about again', async () => {
  const next = lines({ 3: 'first', 20: 'second' })
  const { folder, id, client } = await use(`printf '%s' '${next}' > a.txt; echo new > b.txt`, { 'a.txt': lines() })
  await app.rest(id)
  await client.plans.reject({ plan_id: id, path: 'a.txt', hunk: 2 })
  writeFileSync(join(folder, 'a.txt'), lines({ 22: 'theirs' }))
  git(folder, 'commit', '-qam', 'theirs')
  await client.plans.update({ plan_id: id })
  await app.rest(id)
  await expect(client.plans.apply({ plan_id: id })).rejects.toMatchObject({
    data: { code: 'apply.rejections_void', details: { paths: ['a.txt'] } },
  })
  expect(existsSync(join(folder, 'b.txt'))).toBe(false)
  await client.plans.reject({ plan_id: id, path: 'a.txt', hunk: 2 })
  expect(await client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe(lines({ 3: 'first', 22: 'theirs' }))
})

it('holds the mode of an apply for that apply alone, until one went through', async () => {
  const { folder, id, client } = await use('echo theirs > f.txt; echo new > g.txt', { 'f.txt': 'one\n' })
  await app.rest(id)
  writeFileSync(join(folder, 'f.txt'), 'mine\n')
  const refused = client.plans.apply({ plan_id: id, mode: 'squash' })
  await expect(refused).rejects.toMatchObject({ data: { code: 'apply.conflict' } })
  const plan = await client.plans.status({ plan_id: id })
  expect(plan).toMatchObject({ state: 'constrained', apply_mode: 'merge', tried_mode: 'squash' })
  expect(plan.next_steps).toContain(`agents plan apply --mode squash ${id}`)
  git(folder, 'checkout', '-q', 'f.txt')
  const done = await client.plans.apply({ plan_id: id })
  expect(done).toMatchObject({ state: 'applied', applied: [{ mode: 'merge' }], apply_mode: 'merge', tried_mode: null })
  expect(git(folder, 'rev-list', '--merges', '--count', 'HEAD').trim()).toBe('1')
})

it('keeps the mode that something was applied in', async () => {
  const { id, client } = await use('echo theirs > f.txt', { 'f.txt': 'one\n' })
  await app.rest(id)
  expect(await client.plans.apply({ plan_id: id, mode: 'squash' })).toMatchObject({
    state: 'applied',
    apply_mode: 'squash',
    tried_mode: null,
  })
})
