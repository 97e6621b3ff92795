import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startModelServer } from '../model-server/index.ts'
import { makePlace, makeProject, type Place } from './agents.ts'

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(async () => {
  expect(await place.dispose()).toEqual([])
})

const files = { 'src/health.py': 'return check()\n', 'migrations/1.sql': 'select 1\n' }
const file = (name: string, text: string) => {
  const path = join(place.folder, name)
  writeFileSync(path, text)
  return path
}
const command = (line: string) => [
  'plan',
  'use',
  '--wait',
  '--automation-profile',
  'trusted',
  '--arg',
  `command=${line}`,
  'local/run-command',
  'local/api',
]

const decide = (question: string, chosen: string, confidence: number) => ({
  call: 'record_decision',
  args: {
    question,
    chosen,
    alternatives: [chosen, 'Use a shadow table'],
    confidence,
    rationale: 'It avoids downtime.',
  },
})
const write = (path: string, content: string) => ({ call: 'write_file', args: { path, content } })

describe('a plan with a required validation', () => {
  it('is refused while a required validation fails, and applied once it passes', async () => {
    const { repository } = await makeProject(place, 'api', files)
    const config = file('unit.yaml', 'command: grep -q safe src/health.py\ndescription: Unit tests\n')
    const added = await place.ask(['validation', 'add', '--config', config, '--required', 'local/unit-tests'])
    expect(added.data).toMatchObject({ name: 'local/unit-tests', mode: 'required', timeout_s: 300 })
    const twice = await place.ask(['validation', 'add', '--config', config, 'local/unit-tests'])
    expect(twice).toMatchObject({ exit_code: 4, data: { name: 'local/unit-tests' } })
    const both = ['validation', 'attach', '--project', 'local/api', '--resource', 'local/api', 'local/unit-tests']
    expect((await place.ask(both)).exit_code).toBe(2)
    await place.ask(['validation', 'attach', '--project', 'local/api', 'local/unit-tests'])

    const held = await place.ask(command('echo broken > src/health.py'))
    const id = held.data.plan_id as string
    expect(held.data).toMatchObject({ state: 'awaiting_input', reason: 'validation' })
    expect(held.data.validations).toMatchObject([
      { name: 'local/unit-tests', mode: 'required', phase: 'execute', passed: false, stale: false, exit_code: 1 },
    ])
    const refused = await place.ask(['plan', 'apply', '--yes', id])
    expect(refused).toMatchObject({ exit_code: 4, error: { code: 'apply.validation' }, data: { state: 'constrained' } })
    const again = await place.ask(['validation', 'run', id])
    expect(again).toMatchObject({ exit_code: 1, data: { results: [{ passed: false }] } })
    writeFileSync(join(held.data.resources[0].sandbox_path as string, 'src/health.py'), 'return safe(check)\n')
    expect((await place.ask(['validation', 'run', id, 'local/unit-tests'])).exit_code).toBe(0)
    expect((await place.run(['plan', 'status', id])).out).toContain('✓ local/unit-tests: passed')
    expect((await place.ask(['plan', 'apply', '--yes', id])).data.state).toBe('applied')
    expect((await place.git(repository, 'show', 'HEAD:src/health.py')).out).toContain('safe(check)')
  })

  it('waits for a waiver where an invariant is violated', async () => {
    await makeProject(place, 'api', files)
    const text = 'Migrations stay as they are'
    const line = ['invariant', 'add', '--project', 'local/api', '--never-paths', 'migrations/**', text]
    expect((await place.ask(line)).data.invariants).toMatchObject([{ scope: 'project', source: 'local/api', text }])
    await place.ask(['invariant', 'add', '--global', 'All public APIs stay compatible'])
    const effective = await place.ask(['invariant', 'list', '--project', 'local/api', '--effective'])
    expect(effective.data.invariants.map((one: { scope: string }) => one.scope)).toEqual(['global', 'project'])

    const held = await place.ask(command('echo 2 >> migrations/1.sql'))
    const id = held.data.plan_id as string
    expect(held.data).toMatchObject({ state: 'awaiting_input', reason: 'invariant' })
    const approved = await place.ask(['plan', 'approve', id])
    expect(approved).toMatchObject({ exit_code: 4, error: { code: 'invariant.violated' } })
    expect(approved.error?.message).toContain(text)
    const rule = held.data.invariants.find((one: { verdict: string }) => one.verdict === 'violated')
    expect((await place.ask(['plan', 'approve', id, '--waive', rule.id])).exit_code).toBe(2)
    const waived = await place.ask(['plan', 'approve', id, '--waive', rule.id, '--reason', 'Agreed', '--wait'])
    expect(waived.data).toMatchObject({ state: 'awaiting_input', reason: 'phase_gate' })
    expect((await place.run(['plan', 'status', id])).out).toContain('waived: Agreed')
    expect((await place.run(['plan', 'apply', id])).out).toContain(`${text}: Agreed`)
    expect((await place.ask(['plan', 'apply', '--yes', id])).data.state).toBe('applied')
    expect((await place.run(['plan', 'receipt', id])).out).toContain(`${text}: Agreed`)
  })
})

describe('a plan whose invariant keeps a decision for a person', () => {
  it('pauses whatever the confidence, shows the escalation, and goes on with guidance', async () => {
    const question = 'Create Alembic migration for users table schema change?'
    const migration = decide(question, 'Add nullable column with migration', 0.82)
    const server = await startModelServer({
      scenario: {
        strategize: [decide('How?', 'Model by model', 0.95), { call: 'finish_strategy', args: { summary: 'So.' } }],
        execute: [
          migration,
          migration,
          write('migrations/2.sql', 'alter table\n'),
          { call: 'finish_execution', args: { summary: 'Done.' } },
        ],
      },
    })
    try {
      const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-test-123456789' }
      const ask = (args: readonly string[]) => place.ask(args, { env })
      await ask(['config', 'set', 'actor.default.strategy', 'openai/gpt-5.4'])
      await ask(['config', 'set', 'actor.default.execution', 'openai/gpt-5.4'])
      await makeProject(place, 'api', files)
      const text = 'Any change to database migration files requires explicit human approval'
      await ask(['invariant', 'add', '--project', 'local/api', text])
      const use = ['plan', 'use', '--wait', '--automation-profile', 'trusted', '--arg', 'bug_description=raw SQL']
      const paused = await place.run([...use, 'local/fix-bug', 'local/api', '--format', 'plain'], { env })
      expect(paused.code).toBe(0)
      expect(paused.out).toContain(question)
      expect(paused.out).toContain('1. Add nullable column with migration ← proposed (82 % sure)')
      const { plans } = (await ask(['plan', 'list'])).data as { plans: { plan_id: string }[] }
      const { data } = await ask(['plan', 'status', plans[0]?.plan_id ?? ''])
      expect(data).toMatchObject({
        phase: 'execute',
        state: 'awaiting_input',
        escalation: { question, confidence: 0.82, would_proceed: true, text, scope: 'project' },
      })
      const shown = await place.run(['plan', 'status', data.plan_id as string])
      expect(shown.out).toContain('Escalation')
      const explained = await place.run(['plan', 'explain', data.escalation.decision_id as string])
      expect(explained.out).toContain('Escalation Reason')
      const prompt = ['plan', 'prompt', '--wait', data.plan_id as string, 'Approved. Use a two-phase migration.']
      const rested = await ask(prompt)
      expect(rested.data).toMatchObject({ phase: 'execute', reason: 'phase_gate', escalation: null, files_modified: 1 })
    } finally {
      await server.close()
    }
  })
})
