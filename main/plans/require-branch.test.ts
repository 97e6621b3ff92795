import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { git, newRepository, startTestApp, type TestApp } from '../app/testing-app'

let app: TestApp
afterEach(() => app.close())

it('refuses a plan whose changes would have no branch to go to, and leaves nothing behind', async () => {
  app = await startTestApp()
  const folder = newRepository({ 'a.txt': 'one\n' })
  git(folder, 'checkout', '-q', '--detach')
  const project = await app.project(folder)
  const wanted = { projects: [project], action: 'local/run-command', args: { command: 'echo two > a.txt' } }
  writeFileSync(join(folder, 'a.txt'), 'uncommitted\n')
  const preview = await app.client.plans.preview(wanted)
  expect(preview.resources[0]?.problem).toContain('is detached at')
  for (const include_uncommitted of [true, false])
    await expect(app.client.plans.use({ ...wanted, include_uncommitted })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: {
        code: 'plan.no_branch',
        hint: expect.stringContaining(`${folder}: git switch -c NAME`) as unknown,
        details: { head_commit: git(folder, 'rev-parse', 'HEAD').trim() },
      },
    })
  expect((await app.client.plans.list({})).plans).toEqual([])
  expect(git(folder, 'for-each-ref', 'refs/cleveragents')).toBe('')

  git(folder, 'switch', '-q', '-c', 'work')
  const { plan_id: id } = await app.client.plans.use({ ...wanted, automation_profile: 'trusted' })
  expect(await app.rest(id)).toMatchObject({ reason: 'phase_gate' })
  // Where HEAD stands later is nothing to a plan that has its branch.
  git(folder, 'checkout', '-q', '--detach')
  expect(await app.client.plans.apply({ plan_id: id, as_is: true })).toMatchObject({ applied: [{ branch: 'work' }] })
})
