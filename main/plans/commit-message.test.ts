import { afterEach, expect, it } from 'vitest'
import { git, newRepository, startTestApp, type TestApp } from '../app/testing-app'

const files = { 'src/a.js': 'console.log(1)\n', 'lib/b.js': 'console.log(2)\n' }
const args = { pattern: 'console.log($A)', rewrite: 'log($A)', language: 'javascript' }

let app: TestApp
afterEach(() => app.close())

/** What `git log` says after a rewrite of both folders was applied, less the files that were rejected. */
async function logged(rejected: readonly string[]): Promise<string> {
  app = await startTestApp()
  const folder = newRepository(files)
  const { plan_id } = await app.client.plans.use({
    action: 'local/rewrite-pattern',
    projects: [await app.project(folder)],
    args,
    automation_profile: 'trusted',
  })
  await app.rest(plan_id)
  for (const path of rejected) await app.client.plans.reject({ plan_id, path })
  expect(await app.client.plans.apply({ plan_id })).toMatchObject({ state: 'applied' })
  return git(folder, 'log', '-1', '--format=%B')
}

it('says in the apply commit what was decided, and no question twice', async () => {
  const text = await logged([])
  expect(text).toContain('\n- Rewrite 1 match in 1 file under lib/\n- Rewrite 1 match in 1 file under src/\n')
  expect(text).not.toContain('?')
})

it('leaves out of the apply commit what was decided for files that a person rejected', async () => {
  const text = await logged(['src/a.js'])
  expect(text).toContain('Rewrite 1 match in 1 file under lib/')
  expect(text).not.toContain('src/')
})
