import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { coverage, degraded, fixBug, generateTests, migration, outage, refactor, unitTests } from '../jobs/examples.ts'
import { startModelServer, type ModelServer, type Scenario } from '../model-server/index.ts'
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

async function arrange(scenario: Scenario): Promise<(line: string) => Promise<Answer>> {
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
  it('is fixed under full oversight, one command a step', async () => {
    const agents = await arrange(fixBug.model)
    const { repository } = await makeProject(place, 'api-service', fixBug.files)
    const tests = yaml('unit-tests.yaml', `command: ${unitTests}\ndescription: Unit tests\n`)
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
    const agents = await arrange(generateTests.model)
    await makeProject(place, 'api-service', generateTests.files)
    const config = yaml('auth-coverage.yaml', `command: ${JSON.stringify(coverage)}\ntimeout: 600\n`)
    const added = await agents(`agents validation add --config ${config} --required local/auth-coverage`)
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
    const agents = await arrange(refactor.model)
    const { repository } = await makeProject(place, 'api-service', refactor.files)
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

    const executed = await agents(`agents plan prompt --wait ${id} "${refactor.guidance}"`)
    expect(executed.data).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 1 })
    const before = nodes(await agents(`agents plan tree --show-superseded ${id}`))
    expect(before.find((node) => node.id === inline!.id)).toMatchObject({ superseded: true })

    const wrong = before.find((node) => node.chosen === refactor.wrong)!
    const correct = `agents plan correct ${wrong.id} --mode revert --guidance "${refactor.correction}"`
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
      refactor.model3,
      'src/auth/routes/auth.py',
    ])
    expect((await agents(`agents plan apply --yes ${id}`)).data.state).toBe('applied')
    expect((await place.git(repository, 'show', `HEAD:${refactor.model3}`)).out).toBe('class User: ...\n')
  })
})

describe('example 13: sensitive decisions stay with a person', () => {
  /**
   * As written, but for: `--wait` after `plan use` and `plan prompt`, where the example looks again later; `--yes`, as there is
   * no terminal; the action of example 3 as a revision without a profile of its own, since an action's wins over a project's;
   * no invariant actor, so that the scripted model judges nothing; and ids, times and costs, which are each run's own.
   */
  it('pauses for a rule though its confidence would do, says why, and goes on with guidance', async () => {
    const agents = await arrange(migration.model)
    const { repository } = await makeProject(place, 'api-service', migration.files)
    await agents(`agents automation-profile add --config ${yaml('db-cautious.yaml', migration.profile)}`)
    await agents('agents config set core.automation-profile local/db-cautious --project local/api-service')
    for (const rule of [migration.rule, 'Changes to authentication or authorization logic require security review'])
      await agents(`agents invariant add --project local/api-service "${rule}"`)
    const action = migration.action.replace('local/convert-to-orm', 'local/refactor-to-orm')
    const args = 'args: [{ name: target_module, type: string, required: true }]\n'
    await agents(`agents action create --config ${yaml('refactor-to-orm.yaml', action + args)}`)

    const used = await agents(
      'agents plan use --wait --arg target_module="src/auth" local/refactor-to-orm local/api-service',
    )
    const id = used.data.plan_id as string
    const { data } = await agents(`agents plan status ${id}`)
    expect(data).toMatchObject({
      phase: 'execute',
      state: 'awaiting_input',
      automation_profile: 'local/db-cautious',
      profile_source: 'project',
      invariants: [{ scope: 'project', text: migration.rule }, { scope: 'project' }],
      escalation: {
        type: 'implementation_choice',
        question: migration.question,
        confidence: 0.82,
        threshold: 0.6,
        would_proceed: true,
        text: migration.rule,
        scope: 'project',
      },
    })
    const shown = (await place.run(['plan', 'status', id, '--format', 'plain'])).out
    expect(shown).toContain('Escalation')
    expect(shown).toContain(migration.question)
    const decision = data.escalation.decision_id as string
    const explained = (await place.run(['plan', 'explain', decision])).out
    for (const part of ['Escalation Reason', 'Use a shadow table approach (no schema change)', '0.82', '0.6'])
      expect(explained).toContain(part)

    const rested = await agents(`agents plan prompt --wait ${id} "${migration.guidance}"`)
    expect(rested.data).toMatchObject({ phase: 'execute', reason: 'phase_gate', escalation: null, files_modified: 1 })
    const guided = nodes(await agents(`agents plan tree ${id}`))
    expect(guided.find(({ type }) => type === 'user_intervention')?.chosen).toBe(migration.guidance)
    expect((await agents(`agents plan apply --yes ${id}`)).data.state).toBe('applied')
    expect((await place.git(repository, 'show', 'HEAD:migrations/1_add_column.sql')).out).toContain('orm_version')
  })
})

describe('example 15: a change that fails once it is applied', () => {
  it('is rolled back on the branch by a commit, corrected at its cause and applied again', async () => {
    const { pool } = outage
    const agents = await arrange(outage.model)
    const { repository } = await makeProject(place, 'api-service', outage.files)
    const check = yaml('health.yaml', `command: ${JSON.stringify(outage.check)}\nphase: post_apply\n`)
    await agents(`agents validation add --config ${check} --required local/health-check`)
    await agents('agents validation attach --project local/api-service local/health-check')
    const action = yaml('optimize.yaml', outage.action)
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
    const cause = tree.find((node) => node.chosen === outage.cause)!

    const { checkpoints } = (await agents(`agents plan artifacts ${id}`)).data as { checkpoints: { id: string }[] }
    const back = await agents(`agents plan rollback --yes ${id} ${checkpoints[0]!.id}`)
    expect(back.data).toMatchObject({ files_removed: ['src/db/health_check.py'], files_restored: [pool] })
    expect((await place.git(repository, 'show', `HEAD:${pool}`)).out).toBe('POOL_SIZE = 20\n')
    expect((await place.git(repository, 'log', '--format=%s', '-1')).out).toContain('Revert')

    const corrected = await agents(
      `agents plan correct ${cause.id} --mode revert --guidance "${outage.correction}" --yes`,
    )
    expect(corrected.data).toMatchObject({ attempt: 2 })
    await agents(`agents plan execute ${id}`)
    const applied = await agents(`agents plan apply --yes ${id}`)
    expect(applied.data).toMatchObject({ phase: 'apply', state: 'applied' })
    expect((await place.git(repository, 'show', `HEAD:${pool}`)).out).toContain('POOL_PRE_PING')
  })
})
