import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startModelServer, type Scenario } from '../../e2e/model-server'
import { git, newRepository, startTestApp, type TestApp } from '../app/testing-app'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const strategy = [
  {
    call: 'record_decision',
    args: {
      question: 'How?',
      chosen: 'So',
      alternatives: ['So', 'Otherwise'],
      confidence: 0.95,
      rationale: 'It is the smallest change.',
    },
  },
  { call: 'finish_strategy', args: { summary: 'So.' } },
]
const work = [
  { call: 'edit_file', args: { path: 'src/a.txt', old: 'one', new: 'two' } },
  { call: 'read_file', args: { path: 'README.md' } },
  { call: 'finish_execution', args: { summary: 'Done.' } },
]

/** A plan whose sources somebody changes between its edit and its next step. */
async function planWhile(somebody: (folder: string) => void) {
  const folder = newRepository({ 'src/a.txt': 'one\n', 'README.md': 'read me\n', 'other/b.txt': 'b\n' })
  const scenario: Scenario = ({ phase, events }) => {
    const said = events.filter(({ kind }) => kind === 'assistant').length
    if (phase !== 'execute') return strategy[said] ?? strategy[1]!
    if (said === 1) somebody(folder)
    return work[said] ?? work[2]!
  }
  const server = await startModelServer({ scenario })
  cleanups.push(() => server.close())
  const app = await startTestApp({ env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-test-key' } })
  cleanups.push(() => app.close())
  for (const role of ['strategy', 'execution'])
    await app.client.settings.set({ key: `actor.default.${role}`, value: 'openai/gpt-5.4' })
  const used = await app.client.plans.use({
    action: 'local/fix-bug',
    projects: [await app.project(folder)],
    args: { bug_description: 'It is one.' },
    automation_profile: 'trusted',
  })
  return { app, folder, id: used.plan_id, rested: await app.rest(used.plan_id) }
}

async function told(app: TestApp, id: string): Promise<readonly string[]> {
  for await (const event of await app.client.plans.activity({ plan_id: id }))
    if (event.type === 'snapshot') return event.items.map(({ title }) => title)
  return []
}

const commit = (folder: string, path: string) => {
  writeFileSync(join(folder, path), 'by somebody\n')
  git(folder, 'commit', '-qam', 'elsewhere')
}

describe('a source that others change while a plan works', { timeout: 120_000 }, () => {
  it('holds the plan before its next step where a call of the plan had named the path', async () => {
    const { app, folder, id, rested } = await planWhile((at) =>
      writeFileSync(join(at, 'src/a.txt'), 'one, by somebody\n'),
    )
    expect(rested).toMatchObject({
      phase: 'execute',
      state: 'awaiting_input',
      reason: 'source_changed',
      source_drift: [{ resource: 'local/demo-repo', paths: ['src/a.txt'] }],
      tool_calls: 1,
    })
    expect(rested.next_steps.slice(0, 3)).toEqual(
      ['execute', 'update', 'cancel'].map((step) => `agents plan ${step} ${id}`),
    )
    const [item] = (await app.client.inbox.list()).items
    expect(item).toMatchObject({ reason: 'source_changed', why: expect.stringContaining('src/a.txt') })
    expect(await told(app, id)).toContainEqual(expect.stringContaining('src/a.txt changed in the source'))

    await app.client.plans.execute({ plan_id: id })
    expect(await app.rest(id)).toMatchObject({
      reason: 'phase_gate',
      source_drift: [],
      tool_calls: 2,
      files_modified: 1,
    })
    expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('one, by somebody\n')
  })

  it('holds it where a commit elsewhere changed such a path, and the plan can be brought up to date', async () => {
    const { app, id, rested } = await planWhile((at) => commit(at, 'README.md'))
    expect(rested).toMatchObject({ reason: 'source_changed', source_drift: [{ paths: ['README.md'] }] })
    await app.client.plans.update({ plan_id: id })
    expect(await app.rest(id)).toMatchObject({ reason: 'phase_gate', source_drift: [] })
  })

  it('is only told where nothing of that lies in the way of the plan', async () => {
    const { app, id, rested } = await planWhile((at) => commit(at, 'other/b.txt'))
    expect(rested).toMatchObject({ phase: 'execute', reason: 'phase_gate', tool_calls: 2 })
    expect((await told(app, id)).filter((title) => title.includes('its HEAD moved'))).toHaveLength(1)
  })
})
