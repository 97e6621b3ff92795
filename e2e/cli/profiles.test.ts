import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startModelServer } from '../model-server/index.ts'
import { makePlace, makeProject, type Place } from './agents.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(async () => {
  expect(await place.dispose()).toEqual([])
})

const thresholds = `decompose_task: 0.0
create_tool: 0.0
select_tool: 1.0
edit_code: 0.0
execute_command: 0.0
create_file: 0.0
delete_content: 1.0
access_network: 1.0
install_dependency: 0.0
modify_config: 0.0
approve_plan: 1.0
`
const usage = { input: 1000, output: 1000 }
const decision = { question: 'How?', chosen: 'So', alternatives: ['So'], confidence: 0.9, rationale: 'It is small.' }
const scenario = {
  strategize: [
    { call: 'record_decision', args: decision, usage },
    { call: 'finish_strategy', args: { summary: 'So.' }, usage },
  ],
  execute: [
    { call: 'write_file', args: { path: 'src/health.py', content: 'return safe()\n' }, usage },
    { call: 'finish_execution', args: { summary: 'Done.' }, usage },
  ],
}

it('keeps a plan within the cap of its profile until a person raises it, and ends one under ci with the reason', async () => {
  const server = await startModelServer({ scenario })
  try {
    const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-test-123456789' }
    const ask = (args: readonly string[]) => place.ask(args, { env })
    for (const role of ['strategy', 'execution'])
      await ask(['config', 'set', `actor.default.${role}`, 'openai/gpt-5.4'])
    await makeProject(place, 'api', { 'src/health.py': 'return check()\n' })
    const config = join(place.folder, 'capped.yaml')
    const add = ['automation-profile', 'add', '--config', config]
    writeFileSync(config, `name: local/capped\n${thresholds}safety:\n  max_cost_pr_plan: 0.05\n`)
    const wrong = await ask(add)
    expect(wrong).toMatchObject({ exit_code: 2, error: { code: 'profile.invalid' } })
    expect(wrong.error?.message).toContain('Line 14, column 3: Unknown key "max_cost_pr_plan"')
    writeFileSync(config, `name: local/capped\n${thresholds}safety:\n  max_cost_per_plan: 0.05\n`)
    expect((await ask(add)).data).toMatchObject({ name: 'local/capped', safety: { max_cost_per_plan: 0.05 } })
    expect(await ask(add)).toMatchObject({ exit_code: 4, data: { name: 'local/capped' } })

    const use = (profile: string) => ['plan', 'use', '--wait', '--automation-profile', profile]
    const what = ['--arg', 'bug_description=It fails', 'local/fix-bug', 'local/api']
    const held = await ask([...use('capped'), ...what])
    const id = held.data.plan_id as string
    expect(held).toMatchObject({ exit_code: 0, data: { state: 'awaiting_input', reason: 'budget' } })
    expect(held.data.budget.used_usd).toBeLessThanOrEqual(0.05)
    expect((await place.run(['plan', 'status', id])).out).toContain('The cap for this plan is $0.05')
    expect(await ask(['plan', 'approve', id, '--budget', '0.01'])).toMatchObject({
      exit_code: 2,
      error: { code: 'budget.too_low' },
    })
    const raised = await ask(['plan', 'approve', id, '--budget', '2', '--wait'])
    expect(raised.data).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 1 })

    await ask(['project', 'set', '--automation-profile', 'local/capped', 'local/api'])
    const inUse = await ask(['automation-profile', 'remove', 'local/capped'])
    expect(inUse).toMatchObject({ exit_code: 4, error: { code: 'profile.in_use' } })
    expect(inUse.error?.message).toContain('the project local/api')
    const ended = await ask([...use('ci'), ...what])
    expect(ended).toMatchObject({ exit_code: 1, data: { state: 'errored', error: { code: 'would_wait.budget' } } })
    expect(ended.data.error.message).toContain('The cap for this plan is $0.05')
  } finally {
    await server.close()
  }
})
