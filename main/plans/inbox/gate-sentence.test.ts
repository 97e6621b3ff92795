import { afterEach, expect, it } from 'vitest'
import { newRepository, startTestApp, type TestApp } from '../../app/testing-app'

let app: TestApp
afterEach(async () => {
  expect(app.faults).toEqual([])
  await app.close()
})

it('tells at the gate before Apply how many of the changed files it would bring', async () => {
  app = await startTestApp()
  const files = { 'src/a.js': 'console.log(1)\n', 'lib/b.js': 'console.log(2)\n', 'lib/c.js': 'console.log(3)\n' }
  const { plan_id } = await app.client.plans.use({
    action: 'local/rewrite-pattern',
    projects: [await app.project(newRepository(files))],
    args: { pattern: 'console.log($A)', rewrite: 'log($A)', language: 'javascript' },
    automation_profile: 'trusted',
  })
  await app.rest(plan_id)
  const why = async () => (await app.client.inbox.list()).items[0]?.why
  expect(await why()).toContain('3 changed files wait')
  await app.client.plans.reject({ plan_id, path: 'src/a.js' })
  expect(await why()).toContain('2 of 3 changed files wait')
  await app.client.plans.reject({ plan_id, path: 'lib/b.js' })
  expect(await why()).toContain('1 of 3 changed files waits')
  await app.client.plans.reject({ plan_id, path: 'lib/c.js' })
  expect(await why()).toContain('every change is rejected')
})
