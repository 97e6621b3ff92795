import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startModelServer, type Conversation, type ModelServer, type Step } from '../model-server/index.ts'
import { makePlace, makeProject, type Answer, type Place } from './agents.ts'

/** The worked examples that the product was asked for with, as they are written there, with a scripted model. */
const fixture = (path: string) => join(import.meta.dirname, '../../main', path)

let place: Place
let models: ModelServer
beforeEach(() => {
  place = makePlace()
})
afterEach(async () => {
  expect(await place.dispose()).toEqual([])
  await models.close()
})

const decide = (chosen: string, confidence: number, more: object = {}) => ({
  call: 'record_decision',
  args: {
    question: `${chosen}?`,
    chosen,
    alternatives: [chosen, 'Do less'],
    confidence,
    rationale: 'It fits.',
    ...more,
  },
})
const write = (path: string, content: string) => ({ call: 'write_file', args: { path, content } })
const finishStrategy = { call: 'finish_strategy', args: { summary: 'So.' } }
const finishExecution = { call: 'finish_execution', args: { summary: 'Done.' } }

/** What follows the last result or guidance in the conversation, by the calls of the part that it belongs to. */
function after(conversation: Conversation, marker: string | null, steps: readonly Step[]): Step {
  const { events } = conversation
  const said = (text: string) => events.findLastIndex((event) => event.kind === 'user' && event.text.includes(text))
  const start = marker === null ? -1 : said(marker)
  const made = events.slice(start + 1).flatMap((event) => (event.kind === 'assistant' ? event.calls : [])).length
  return steps[made] ?? (conversation.phase === 'strategize' ? finishStrategy : finishExecution)
}
const told = (conversation: Conversation, text: string) =>
  conversation.events.some((event) => event.kind === 'user' && event.text.includes(text))

async function arrange(scenario: (conversation: Conversation) => Step): Promise<(line: string) => Promise<Answer>> {
  models = await startModelServer({ scenario })
  const env = { ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: 'sk-ant-test-key-of-an-example' }
  /** A command line as it stands in the examples: words, and texts in quotation marks. */
  return (line) => {
    const words = [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''))
    return place.ask(words.slice(1), { env })
  }
}

function yaml(name: string, text: string): string {
  const path = join(place.folder, name)
  writeFileSync(path, text)
  return path
}
const nodes = (tree: Answer) =>
  tree.data.nodes as { id: string; type: string; chosen: string; superseded: boolean; waiting: boolean }[]

describe('example 1: fix a single bug', () => {
  const health = '@app.get("/health")\ndef health_check():\n    return {"status": "ok", "database": check()}\n'
  const degraded =
    'def health_check():\n    try:\n        return {"status": "ok", "database": check()}\n    except ConnectionError:\n        return {"status": "degraded"}\n'

  it('is fixed under full oversight, one command a step', async () => {
    const agents = await arrange((conversation) =>
      after(
        conversation,
        null,
        conversation.phase === 'strategize'
          ? [
              decide('Wrap DB call in try/except, return degraded status', 0.95),
              decide('Modify src/routes/health.py only', 0.91),
              decide('Add test_health_db_unavailable to tests/test_health.py', 0.93),
            ]
          : [
              write('src/routes/health.py', degraded),
              write('tests/test_health.py', 'def test_health_db_unavailable(client): ...\n'),
            ],
      ),
    )
    const { repository } = await makeProject(place, 'api-service', { 'src/routes/health.py': health })
    const tests = yaml('unit-tests.yaml', 'command: grep -q degraded src/routes/health.py\ndescription: Unit tests\n')
    await agents(`agents validation add --config ${tests} --required local/unit-tests`)
    await agents('agents validation attach --project local/api-service local/unit-tests')
    expect(await agents(`agents action create --config ${fixture('actions/fixtures/fix-bug.yaml')}`)).toMatchObject({
      exit_code: 0,
      data: { name: 'local/fix-bug', state: 'available' },
    })
    const used = await agents(
      'agents plan use --automation-profile manual --arg bug_description="The /health endpoint returns HTTP 500" --arg affected_file="src/routes/health.py" local/fix-bug local/api-service',
    )
    expect(used.data).toMatchObject({ phase: 'strategize', automation_profile: 'manual', attempt: 1 })
    const id = used.data.plan_id as string

    expect((await agents(`agents plan execute ${id}`)).data).toMatchObject({
      state: 'awaiting_input',
      reason: 'phase_gate',
    })
    const tree = nodes(await agents(`agents plan tree ${id}`))
    expect(tree.map((node) => node.type)).toEqual(['prompt_definition', ...Array(3).fill('strategy_choice')])
    const explained = await agents(`agents plan explain ${tree[1]!.id}`)
    expect(explained.data).toMatchObject({
      confidence: 0.95,
      alternatives: expect.arrayContaining([expect.objectContaining({ text: 'Do less' })]),
    })

    expect((await agents(`agents plan execute ${id}`)).data).toMatchObject({ phase: 'execute', files_modified: 2 })
    expect((await agents(`agents plan diff ${id}`)).data.files).toMatchObject([
      { path: 'src/routes/health.py', status: 'modified' },
      { path: 'tests/test_health.py', status: 'added' },
    ])
    expect((await agents(`agents plan status ${id}`)).data.validations).toMatchObject([{ passed: true, stale: false }])
    expect((await agents(`agents plan apply --yes ${id}`)).data).toMatchObject({ phase: 'apply', state: 'applied' })
    expect((await place.git(repository, 'show', 'HEAD:src/routes/health.py')).out).toBe(degraded)
  })
})

describe('example 2: tests for a module', () => {
  it('are written by the trusted profile, with a check that fails once and is fixed, and wait before Apply', async () => {
    const login = 'tests/test_auth/test_login.py'
    const agents = await arrange((conversation) => {
      if (conversation.phase === 'strategize') return after(conversation, null, [decide('Cover login first', 0.9)])
      return told(conversation, 'not enough')
        ? after(conversation, 'not enough', [write(login, 'covers 83 %\n')])
        : after(conversation, null, [write(login, 'covers 45 %\n'), write('tests/test_auth/conftest.py', 'fixtures\n')])
    })
    await makeProject(place, 'api-service', {
      'src/auth/login.py': 'def login(): ...\n',
      'tests/test_auth/conftest.py': '\n',
    })
    const command = `grep -q '83 %' ${login} || { echo not enough; exit 1; }`
    const coverage = yaml('auth-coverage.yaml', `command: ${JSON.stringify(command)}\ntimeout: 600\n`)
    const added = await agents(`agents validation add --config ${coverage} --required local/auth-coverage`)
    expect(added.data).toMatchObject({ mode: 'required', timeout_s: 600 })
    await agents('agents validation attach --project local/api-service local/auth-coverage')
    await agents(`agents action create --config ${fixture('actions/fixtures/generate-tests.yaml')}`)

    const rested = await agents(
      'agents plan use --wait --automation-profile trusted --arg target_module="src/auth" --arg coverage_target=80 local/generate-tests local/api-service',
    )
    const id = rested.data.plan_id as string
    expect(rested.data).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 2 })
    expect(rested.data.validations).toMatchObject([{ name: 'local/auth-coverage', passed: true, stale: false }])
    expect(rested.data.invariants).toHaveLength(3)
    expect((await agents(`agents plan artifacts ${id}`)).data.artifacts).toHaveLength(2)
    expect((await agents(`agents plan apply --yes ${id}`)).data.state).toBe('applied')
  })
})

describe('example 3: a refactoring that is corrected', () => {
  it('pauses below its threshold, goes on with guidance, and redoes only what a correction touches', async () => {
    const models3 = 'src/auth/models/'
    const agents = await arrange((conversation) => {
      const order = 'Convert the User model first'
      if (conversation.phase === 'strategize')
        return told(conversation, order)
          ? after(conversation, order, [decide('Inline, User model first', 0.9)])
          : after(conversation, null, [
              decide('Define ORM models first, then convert queries', 0.85),
              decide('Place models inline in route files', 0.48),
            ])
      const corrected = 'one model per file'
      return told(conversation, corrected)
        ? after(conversation, corrected, [
            decide('One model per file', 0.9),
            write(`${models3}user.py`, 'class User: ...\n'),
            write('src/auth/routes/auth.py', 'from src.auth.models import User\n'),
          ])
        : after(conversation, null, [
            decide('Create User ORM model in routes/auth.py', 0.74),
            write('src/auth/routes/auth.py', 'class User(Base): ...\n'),
          ])
    })
    const { repository } = await makeProject(place, 'api-service', { 'src/auth/routes/auth.py': 'raw_sql()\n' })
    await agents('agents invariant add --global "All public APIs must maintain backward compatibility"')
    await agents(
      'agents invariant add --project local/api-service "Database queries must use the SQLAlchemy ORM, not raw SQL"',
    )
    const effective = await agents('agents invariant list --project local/api-service --effective')
    expect(effective.data.invariants).toHaveLength(2)
    await agents(`agents actor add --config ${fixture('actors/fixtures/refactoring-strategist.yaml')}`)
    await agents(`agents action create --config ${fixture('actions/fixtures/refactor-to-orm.yaml')}`)

    const paused = await agents(
      'agents plan use --wait --arg target_module="src/auth" local/refactor-to-orm local/api-service',
    )
    const id = paused.data.plan_id as string
    expect(paused.data).toMatchObject({
      automation_profile: 'cautious',
      profile_source: 'action',
      phase: 'strategize',
      reason: 'low_confidence',
    })
    const inline = nodes(await agents(`agents plan tree ${id}`)).find((node) => node.waiting)
    expect(inline).toBeDefined()

    const guidance = 'Convert the User model first, then Session, then Token.'
    const executed = await agents(`agents plan prompt --wait ${id} "${guidance}"`)
    expect(executed.data).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 1 })
    const before = nodes(await agents(`agents plan tree --show-superseded ${id}`))
    expect(before.find((node) => node.id === inline!.id)).toMatchObject({ superseded: true })

    const wrong = before.find((node) => node.chosen === 'Create User ORM model in routes/auth.py')!
    const correct = `agents plan correct ${wrong.id} --mode revert --guidance "Place ORM models in src/auth/models/ with one model per file."`
    const preview = await agents(`${correct} --dry-run`)
    expect(preview.data.invalidated).toHaveLength(2)
    const correction = await agents(`${correct} --yes`)
    expect(correction.data).toMatchObject({
      attempt: 2,
      files: [expect.objectContaining({ path: 'src/auth/routes/auth.py' })],
    })

    await agents(`agents plan execute ${id}`)
    const between = await agents(`agents plan diff --correction ${correction.data.correction_id} ${id}`)
    expect(between.data.files.map((file: { path: string }) => file.path)).toEqual([
      `${models3}user.py`,
      'src/auth/routes/auth.py',
    ])
    expect((await agents(`agents plan apply --yes ${id}`)).data.state).toBe('applied')
    expect((await place.git(repository, 'show', `HEAD:${models3}user.py`)).out).toBe('class User: ...\n')
  })
})

describe('example 15: a change that fails once it is applied', () => {
  it('is rolled back on the branch by a commit, corrected at its cause and applied again', async () => {
    const pool = 'src/db/pool_config.py'
    const small = 'Keep the pool at 20'
    const agents = await arrange((conversation) => {
      if (conversation.phase === 'strategize')
        return after(conversation, null, [decide('Refactor connection pool configuration', 0.91)])
      return told(conversation, small)
        ? after(conversation, small, [write(pool, 'POOL_SIZE = 20\nPOOL_PRE_PING = True\n')])
        : after(conversation, null, [
            decide('Increase pool size to 100', 0.78),
            write(pool, 'POOL_SIZE = 100\n'),
            write('src/db/health_check.py', 'basic\n'),
          ])
    })
    const { repository } = await makeProject(place, 'api-service', { [pool]: 'POOL_SIZE = 20\n' })
    const line = `grep -q 'POOL_SIZE = 20' ${pool} || { echo ${pool}: connection pool exhaustion; exit 1; }`
    const check = yaml('health.yaml', `command: ${JSON.stringify(line)}\nphase: post_apply\n`)
    await agents(`agents validation add --config ${check} --required local/health-check`)
    await agents('agents validation attach --project local/api-service local/health-check')
    const action = yaml(
      'optimize.yaml',
      'name: local/optimize-db-connections\ndescription: Optimize database connection handling\ndefinition_of_done: It is faster\nstrategy_actor: anthropic/claude-3.5-sonnet\nexecution_actor: anthropic/claude-3.5-sonnet\n',
    )
    await agents(`agents action create --config ${action}`)
    const use = 'agents plan use --wait --automation-profile trusted local/optimize-db-connections local/api-service'
    const id = (await agents(use)).data.plan_id as string
    expect(await agents(`agents plan apply --yes ${id}`)).toMatchObject({
      exit_code: 1,
      data: { phase: 'apply', state: 'errored' },
    })
    const failed = await agents(`agents plan status ${id}`)
    expect(failed.data.error.message).toContain('local/health-check')
    const tree = nodes(await agents(`agents plan tree ${id}`))
    const cause = tree.find((node) => node.chosen === 'Increase pool size to 100')!

    const { checkpoints } = (await agents(`agents plan artifacts ${id}`)).data as { checkpoints: { id: string }[] }
    const back = await agents(`agents plan rollback --yes ${id} ${checkpoints[0]!.id}`)
    expect(back.data).toMatchObject({ files_removed: ['src/db/health_check.py'], files_restored: [pool] })
    expect((await place.git(repository, 'show', `HEAD:${pool}`)).out).toBe('POOL_SIZE = 20\n')
    expect((await place.git(repository, 'log', '--format=%s', '-1')).out).toContain('Revert')

    const guidance = `The connection pool size change caused the outage. ${small} connections maximum.`
    const corrected = await agents(`agents plan correct ${cause.id} --mode revert --guidance "${guidance}" --yes`)
    expect(corrected.data).toMatchObject({ attempt: 2 })
    await agents(`agents plan execute ${id}`)
    const applied = await agents(`agents plan apply --yes ${id}`)
    expect(applied.data).toMatchObject({ phase: 'apply', state: 'applied' })
    expect((await place.git(repository, 'show', `HEAD:${pool}`)).out).toContain('POOL_PRE_PING')
  })
})
