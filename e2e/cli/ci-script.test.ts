import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startModelServer, type ModelServer, type Step } from '../model-server/index.ts'
import { appears, finished, launcher, makePlace, type Place } from './agents.ts'

/** The script of docs/ci as a job runs it: a checkout, a folder of checks, and a model behind the usual variables. */
const script = join(import.meta.dirname, '../../docs/ci/review.sh')

let place: Place
let models: ModelServer
let repository: string
const finish: Step = { call: 'finish_execution', args: { summary: 'Fixed.' } }
const decision = {
  call: 'record_decision',
  args: {
    question: 'What does the check miss?',
    chosen: 'The null check',
    alternatives: ['The null check'],
    confidence: 0.9,
    rationale: 'It says so.',
  },
}
const lasting = (command: string): Step => ({ call: 'run_command', args: { command } })
const write = (content: string): Step => ({ call: 'write_file', args: { path: 'src/users.js', content } })

async function arrange(execute: readonly Step[], check: string, more = ''): Promise<void> {
  models = await startModelServer({
    scenario: { strategize: [decision, { call: 'finish_strategy', args: { summary: 'So.' } }], execute },
  })
  repository = join(place.folder, 'workspace')
  mkdirSync(join(repository, 'src'), { recursive: true })
  mkdirSync(join(place.folder, 'checks'))
  writeFileSync(join(repository, 'src/users.js'), 'export const name = (user) => user.name\n')
  writeFileSync(
    join(place.folder, 'checks/lint.yaml'),
    `command: ${JSON.stringify(check)}\ndescription: Users may be missing\n${more}`,
  )
  await place.git(repository, 'init', '-q', '-b', 'fix/handle-null-users')
  await place.git(repository, 'add', '-A')
  await place.git(repository, 'commit', '-q', '-m', 'one')
}

function review(...args: readonly string[]) {
  const env = {
    PATH: `${join(launcher, '..')}:${process.env.PATH}`,
    WORKSPACE: repository,
    CHECKS: join(place.folder, 'checks'),
    ACTOR: 'anthropic/claude-sonnet-5-5',
    ANTHROPIC_BASE_URL: models.url,
    ANTHROPIC_API_KEY: 'sk-ant-test-key-of-a-job',
  }
  return place.start(args.length > 0 ? args : ['fix/handle-null-users'], { command: script, env })
}

beforeEach(() => {
  place = makePlace()
})
afterEach(async () => {
  expect(await place.dispose()).toEqual([])
  await models.close()
})

const guarded = 'export const name = (user) => user?.name\n'

describe('a job that reviews a branch', () => {
  it('ends with 0 where the plan was applied, with the diff in its log and the fix on the branch; again on what is there', async () => {
    await arrange([write(guarded), finish], "grep -q 'user?.name' src/users.js")
    const first = await finished(review())
    expect(first).toMatchObject({ code: 0 })
    expect(first.out).toContain('+export const name = (user) => user?.name')
    expect(first.out).toContain('✓ local/lint: passed')
    expect((await place.git(repository, 'show', 'HEAD:src/users.js')).out).toBe(guarded)
    expect((await place.git(repository, 'branch', '--list')).out.trim()).toBe('* fix/handle-null-users')
    expect((await finished(review())).code).toBe(0)
  })

  it('ends with 1 and the reason where the check goes on failing, and the branch is as it was', async () => {
    await arrange([write('export const name = 1\n'), finish], "grep -q 'user?.name' src/users.js")
    const failed = await finished(review())
    expect(failed.code).toBe(1)
    expect(failed.out).toContain('local/lint')
    expect((await place.git(repository, 'log', '--oneline')).out.trim().split('\n')).toHaveLength(1)
  })

  it('ends with 1 where the plan is cancelled meanwhile, and nothing is left of it', async () => {
    const running = join(place.folder, 'running')
    await arrange([lasting(`touch ${running}; sleep 300`), write(guarded), finish], 'true')
    const cancelled = finished(review())
    await Promise.race([appears(running), cancelled])
    const { plans } = (await place.ask(['plan', 'list'])).data as { plans: { plan_id: string }[] }
    await place.ask(['plan', 'cancel', plans[0]!.plan_id])
    expect((await cancelled).code).toBe(1)
    expect((await place.git(repository, 'worktree', 'list')).out.trim().split('\n')).toHaveLength(1)
  })

  it('ends with 1 and the reason where somebody commits to the same lines meanwhile, and theirs stay', async () => {
    const [running, goOn] = [join(place.folder, 'running'), join(place.folder, 'go-on')]
    const wait = `touch ${running}; until test -e ${goOn}; do sleep 0.1; done`
    await arrange([write(guarded), lasting(wait), finish], 'true')
    const refused = finished(review())
    await Promise.race([appears(running), refused])
    const theirs = 'export const name = (user) => user.name ?? user.login\n'
    writeFileSync(join(repository, 'src/users.js'), theirs)
    await place.git(repository, 'commit', '-q', '-am', 'theirs')
    writeFileSync(goOn, '')
    const { code, out } = await refused
    expect({ code, reason: /^ *Code: (.*)$/m.exec(out)?.[1] }).toEqual({ code: 1, reason: 'would_wait.source_changed' })
    expect(readFileSync(join(repository, 'src/users.js'), 'utf8')).toBe(theirs)
  })

  it('ends with 4 where Apply is refused by a check that is held before it', async () => {
    await arrange([write(guarded), finish], 'false', 'phase: pre_apply\n')
    const refused = await finished(review())
    expect({ code: refused.code, named: refused.out.includes('local/lint') }).toEqual({ code: 4, named: true })
    expect((await place.git(repository, 'log', '--oneline')).out.trim().split('\n')).toHaveLength(1)
  })

  it('says what is wrong with its input and ends with 2', async () => {
    await arrange([], 'true')
    const none = await finished(review('no/such-branch'))
    expect(none).toMatchObject({ code: 2 })
    expect(none.err).toContain('no/such-branch')
  })
})
