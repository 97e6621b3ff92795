import { afterEach, expect, it } from 'vitest'
import { newRepository, startTestApp, type TestApp } from '../../app/testing-app'
import type { Call } from './command'
import { followPlan } from './follow-plan'

let app: TestApp
afterEach(() => app.close())

it('says at once what a plan waits for that cannot be recorded, and what to do, and follows on', async () => {
  app = await startTestApp()
  const { sqlite } = app.database
  const project = await app.project(newRepository({ 'a.txt': 'one\n' }))
  sqlite.exec(`CREATE TRIGGER full BEFORE UPDATE ON plans WHEN NEW.state = 'processing'
    BEGIN SELECT RAISE(FAIL, 'no room'); END`)
  const args = { command: 'echo two > a.txt' }
  const input = { action: 'local/run-command', projects: [project], args, automation_profile: 'trusted' }
  const plan = await app.client.plans.use(input)
  const lines: string[] = []
  const progress = (line: string) => {
    lines.push(line)
    if (line.includes('waits until that can be recorded')) sqlite.exec('DROP TRIGGER full')
  }
  const caller = { progress, onInterrupt: () => () => undefined } as unknown as Call['caller']
  const followed = await followPlan({ client: app.client, caller }, plan)
  expect(followed.plan).toMatchObject({ state: 'awaiting_input', reason: 'phase_gate', unrecorded: null })
  expect(lines.filter((line) => line.startsWith('  ! '))).toEqual([
    expect.stringMatching(/The plan waits until that can be recorded\. .*Try again/),
  ])
})
