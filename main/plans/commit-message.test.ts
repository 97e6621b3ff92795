import { afterEach, expect, it } from 'vitest'
import { git, newRepository, startTestApp, type TestApp } from '../app/testing-app'

const files = { 'src/a.js': 'console.log(1)\n', 'lib/b.js': 'console.log(2)\n' }
const args = { pattern: 'console.log($A)', rewrite: 'log($A)', language: 'javascript' }

let app: TestApp
afterEach(() => app.close())

/** What `git log` says after a rewrite of both folders was applied, less the files that were rejected. */
async function logged(rejected: readonly string[], title?: string): Promise<string> {
  app = await startTestApp()
  const folder = newRepository(files)
  const { plan_id } = await app.client.plans.use({
    action: 'local/rewrite-pattern',
    projects: [await app.project(folder)],
    args,
    automation_profile: 'trusted',
    ...(title === undefined ? {} : { title }),
  })
  await app.rest(plan_id)
  for (const path of rejected) await app.client.plans.reject({ plan_id, path })
  const { message, changes } = await app.client.plans.previewApply({ plan_id })
  expect(await app.client.plans.apply({ plan_id })).toMatchObject({ state: 'applied' })
  const log = git(folder, 'log', '-1', '--format=%B')
  // Who looks before applying reads the very message.
  expect(message?.trim()).toBe(log.trim())
  expect(changes).toHaveLength(2 - rejected.length)
  expect(changes[0]).toMatchObject({ status: 'modified', insertions: 1, deletions: 1 })
  return log
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

it('tells a title once: as the subject where it fits, else cut there and whole below', async () => {
  const title = 'Log through the logger everywhere, so that what was said can be read in one place alone'
  const [subject = '', empty, whole, ...rest] = (await logged([], title)).split('\n')
  expect(subject.length).toBeLessThanOrEqual(72)
  expect(subject).toMatch(/\w…$/)
  expect([empty, whole]).toEqual(['', title])
  expect(rest.join('\n')).not.toContain('Log through')
})

it('is headed by what a person called the plan', async () => {
  expect(await logged([], 'Log through the logger\n')).toMatch(/^Merge plan: Log through the logger\n/)
})
