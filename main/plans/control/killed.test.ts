import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startModelServer, type ModelServer } from '../../../e2e/model-server'
import { startCoreProcess, type CoreProcess } from '../../app/core-process/testing'
import { bundleCore } from '../../app/testing'
import { git, newFolder, newRepository } from '../../app/testing-app'
import { snapshotOf } from '../../sandboxes/testing'
import { choice, finishExecution, finishStrategy, write } from './testing'

// Whole cores are started and killed.
vi.setConfig({ testTimeout: 1_200_000 })

/** Moments at which each kind of change is killed; more of them with KILL_RUNS, the same ones with KILL_SEED. */
const runs = Number(process.env['KILL_RUNS'] ?? 1)
const seed = Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

/** Numbers from 0 to 1 that a seed gives again (mulberry32). */
function numbersFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

let program: string
let model: ModelServer
let core: CoreProcess | undefined
beforeAll(async () => {
  program = await bundleCore()
}, 240_000)
afterAll(() => rmSync(dirname(program), { recursive: true, force: true }))
afterEach(async () => {
  await core?.kill('SIGKILL')
  await model.close()
})

async function start(dataDir: string): Promise<CoreProcess> {
  const env = { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: 'sk-test-key-that-is-secret-123' }
  const started = await startCoreProcess(program, dataDir, { env })
  if (!('client' in started)) throw new Error(JSON.stringify(started.refused))
  core = started
  return started
}

const scenario = {
  strategize: [choice(0.95, { question: 'Which way?' }), finishStrategy],
  execute: [
    choice(0.95, { question: 'First?' }),
    write('a.txt', 'one\n'),
    write('made/new.txt', 'two\n'),
    { call: 'delete_file', args: { path: 'b.txt' } },
    finishExecution,
  ],
}

/** All that a change must leave whole: files, decisions, checkpoints, and where the plan stands. */
async function stateOf({ client }: CoreProcess, planId: string, folder: string) {
  const plan = await client.plans.status({ plan_id: planId })
  const { nodes } = await client.plans.tree({ plan_id: planId, show_superseded: true })
  const { checkpoints } = await client.plans.artifacts({ plan_id: planId })
  const sandbox = plan.resources[0]?.sandbox_path
  return {
    standing: [plan.phase, plan.state, plan.reason],
    files: sandbox ? Object.entries(snapshotOf(sandbox)).filter(([path]) => !path.startsWith('.git')) : null,
    live: nodes.filter((node) => !node.superseded).map(({ id }) => id),
    checkpoints: checkpoints.map(({ id }) => id),
    repository: git(folder, 'rev-parse', 'HEAD^{tree}').trim(),
  }
}

type State = Awaited<ReturnType<typeof stateOf>>

const statusOf = (folder: string) => git(folder, 'status', '--porcelain')

/** A plan that waits before Apply, of a checkout in which somebody has work that is staged, edited and not added. */
async function worked() {
  model = await startModelServer({ scenario })
  const dataDir = newFolder()
  const folder = newRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'd.txt': 'd\n' })
  for (const name of ['c.txt', 'd.txt', 'e.txt']) writeFileSync(join(folder, name), 'mine\n')
  git(folder, 'add', 'd.txt')
  const now = await start(dataDir)
  for (const role of ['strategy', 'execution'])
    await now.client.settings.set({ key: `actor.default.${role}`, value: 'openai/gpt-5.4' })
  await now.project(folder)
  const { plan_id: planId } = await now.client.plans.use({
    action: 'local/fix-bug',
    projects: ['local/demo'],
    args: { bug_description: 'It fails.' },
    automation_profile: 'trusted',
  })
  await now.rest(planId)
  // What a core does first takes longer than what it does later, and each that is killed has just been started.
  await now.kill('SIGTERM')
  return { now: await start(dataDir), dataDir, folder, planId }
}

/** Begins a change so many times, and kills the application each time at another moment of it. */
async function killAt(
  given: { readonly now: CoreProcess; readonly dataDir: string; readonly folder: string; readonly whole: number },
  change: (now: CoreProcess) => Promise<unknown>,
  settle: (now: CoreProcess, told: string) => Promise<'done' | 'not done'>,
): Promise<CoreProcess> {
  const { dataDir, folder, whole } = given
  let { now } = given
  const status = statusOf(folder)
  const random = numbersFrom(seed)
  const ends: string[] = []
  for (let run = 0; run < runs; run++) {
    const changing = change(now).catch(() => undefined)
    const delay = whole * ((run + random()) / runs) * 2
    await new Promise((resolve) => setTimeout(resolve, delay))
    await now.kill('SIGKILL')
    await changing
    now = await start(dataDir)
    const told = `killed after ${Math.round(delay)} of ${Math.round(whole)} ms, seed ${seed}`
    expect(existsSync(join(folder, '.git/index.lock')), told).toBe(false)
    expect(statusOf(folder), told).toBe(status)
    ends.push(await settle(now, told))
    expect(statusOf(folder), told).toBe(status)
  }
  const done = ends.filter((end) => end === 'done').length
  if (process.env['KILL_RUNS']) process.stdout.write(`seed ${seed}: ${done} of ${ends.length} were done\n`)
  return now
}

it.each(['rollback', 'rollback of what was applied', 'correction', 'update'] as const)(
  'a %s that is killed anywhere is done or taken back at the next start, and undone byte for byte',
  async (kind) => {
    const { now: first, dataDir, folder, planId } = await worked()
    if (kind === 'rollback of what was applied') await first.client.plans.apply({ plan_id: planId })
    if (kind === 'update') {
      writeFileSync(join(folder, 'a.txt'), 'theirs\n')
      git(folder, 'commit', '-qm', 'meanwhile', 'a.txt')
      await first.client.plans.apply({ plan_id: planId }).catch(() => undefined)
    }
    const before = await stateOf(first, planId, folder)
    const { nodes } = await first.client.plans.tree({ plan_id: planId })
    const decision = nodes.find(({ question }) => question === 'First?')?.id ?? ''
    // What a correction has done again never comes to an end, so that only the correction itself is seen.
    model.setScenario({ execute: Array.from({ length: 50 }, () => ({ fault: 'hang' as const })) })
    const change = ({ client }: CoreProcess): Promise<unknown> => {
      if (kind === 'correction')
        return client.plans.correct({ decision_id: decision, mode: 'revert', guidance: 'Otherwise.' })
      if (kind === 'update') return client.plans.update({ plan_id: planId, rest: 'target' })
      return client.plans.rollback({ plan_id: planId, checkpoint_id: before.checkpoints[0] ?? '' })
    }
    const isDone = (state: State) => {
      if (kind === 'correction') return !state.live.includes(decision)
      return kind === 'update' ? state.standing[0] === 'execute' : state.standing[2] === 'rolled_back'
    }
    const undo = async (now: CoreProcess) => {
      await now.client.plans.undo({ plan_id: planId })
      const undone = await stateOf(now, planId, folder)
      expect(undone).toEqual({ ...before, checkpoints: undone.checkpoints })
      expect(undone.checkpoints).toEqual(expect.arrayContaining(before.checkpoints))
    }

    const began = performance.now()
    await change(first)
    const whole = performance.now() - began
    const after = await stateOf(first, planId, folder)
    expect(isDone(after)).toBe(true)
    await undo(first)

    await killAt({ now: first, dataDir, folder, whole }, change, async (now, told) => {
      const state = await stateOf(now, planId, folder)
      if (!isDone(state)) {
        expect({ ...state, standing: before.standing }, told).toEqual(before)
        expect(state.standing.slice(0, 1), told).toEqual(before.standing.slice(0, 1))
        return 'not done'
      }
      expect(state.files, told).toEqual(after.files)
      expect(state.repository, told).toBe(after.repository)
      await undo(now)
      return 'done'
    })
  },
)

it('an apply that is killed anywhere has changed all or nothing, and can be repeated or rolled back', async () => {
  const { now: first, dataDir, folder, planId } = await worked()
  const before = await stateOf(first, planId, folder)
  const apply = ({ client }: CoreProcess) => client.plans.apply({ plan_id: planId })
  /** The decision that each rollback leaves is all that is new. */
  const rollBack = async ({ client }: CoreProcess) => {
    const { checkpoints } = await client.plans.artifacts({ plan_id: planId })
    await client.plans.rollback({ plan_id: planId, checkpoint_id: checkpoints.at(-1)?.id ?? '' })
  }
  const expectKept = (state: State, told?: string) => {
    expect(state, told).toMatchObject({ files: before.files, repository: before.repository })
    expect(state.live, told).toEqual(expect.arrayContaining(before.live))
    expect(state.checkpoints, told).toEqual(expect.arrayContaining(before.checkpoints))
  }
  const began = performance.now()
  await apply(first)
  const whole = performance.now() - began
  const after = await stateOf(first, planId, folder)
  expect(after.standing).toEqual(['apply', 'applied', null])
  await rollBack(first)
  expectKept(await stateOf(first, planId, folder))

  const last = await killAt({ now: first, dataDir, folder, whole }, apply, async (now, told) => {
    const state = await stateOf(now, planId, folder)
    if (state.standing[1] !== 'applied') {
      expectKept(state, told)
      return 'not done'
    }
    expect(state, told).toMatchObject({ files: after.files, repository: after.repository })
    expect((await now.client.plans.receipt({ plan_id: planId })).undone, told).toBeNull()
    await rollBack(now)
    expectKept(await stateOf(now, planId, folder), told)
    return 'done'
  })
  expect(await apply(last)).toMatchObject({ phase: 'apply', state: 'applied' })
})
