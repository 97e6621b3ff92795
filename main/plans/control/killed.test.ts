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

/** Moments at which each kind of change is killed; more of them with KILL_RUNS. */
const runs = Number(process.env['KILL_RUNS'] ?? 2)

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

it.each(['rollback', 'rollback of what was applied', 'correction', 'update'] as const)(
  'a %s that is killed anywhere is done or taken back at the next start, and undone byte for byte',
  async (kind) => {
    model = await startModelServer({ scenario })
    const dataDir = newFolder()
    const folder = newRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    let now = await start(dataDir)
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
    if (kind === 'rollback of what was applied') await now.client.plans.apply({ plan_id: planId })
    if (kind === 'update') {
      writeFileSync(join(folder, 'a.txt'), 'theirs\n')
      git(folder, 'commit', '-qam', 'meanwhile')
      await now.client.plans.apply({ plan_id: planId }).catch(() => undefined)
    }
    const before = await stateOf(now, planId, folder)
    const { nodes } = await now.client.plans.tree({ plan_id: planId })
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
    const undo = async () => {
      await now.client.plans.undo({ plan_id: planId })
      const undone = await stateOf(now, planId, folder)
      expect(undone).toEqual({ ...before, checkpoints: undone.checkpoints })
      expect(undone.checkpoints).toEqual(expect.arrayContaining(before.checkpoints))
    }

    const began = performance.now()
    await change(now)
    const whole = performance.now() - began
    const after = await stateOf(now, planId, folder)
    expect(isDone(after)).toBe(true)
    await undo()

    for (let run = 0; run < runs; run++) {
      const changing = change(now).catch(() => undefined)
      const delay = whole * ((run + Math.random()) / runs) * 1.1
      await new Promise((resolve) => setTimeout(resolve, delay))
      await now.kill('SIGKILL')
      await changing
      now = await start(dataDir)
      const state = await stateOf(now, planId, folder)
      const told = `killed after ${Math.round(delay)} of ${Math.round(whole)} ms`
      if (isDone(state)) {
        expect(state.files, told).toEqual(after.files)
        expect(state.repository, told).toBe(after.repository)
        await undo()
      } else {
        expect({ ...state, standing: before.standing }, told).toEqual(before)
        expect(state.standing.slice(0, 1), told).toEqual(before.standing.slice(0, 1))
      }
      expect(git(folder, 'status', '--porcelain'), told).toBe('')
      expect(existsSync(join(folder, '.git/index.lock')), told).toBe(false)
    }
  },
)
