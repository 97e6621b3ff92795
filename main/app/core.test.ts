import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startModelServer, type ModelServer, type Scenario } from '../../e2e/model-server'
import { openStream } from '../fronts/server/testing'
import { seeProcess } from '../infrastructure/process/process-start'
import { startCoreProcess, type CoreProcess } from './core-process/testing'
import { bundleCore } from './testing'
import { git, newFolder, newRepository } from './testing-app'

let program: string
let dataDir: string
let model: ModelServer
let started: { kill(signal: NodeJS.Signals): unknown }[]
beforeAll(async () => {
  program = await bundleCore()
}, 120_000)
afterAll(() => rmSync(dirname(program), { recursive: true, force: true }))
beforeEach(async () => {
  dataDir = newFolder()
  started = []
  model = await startModelServer({ scenario: {} })
})
afterEach(async () => {
  for (const core of started) await core.kill('SIGKILL')
  await model.close()
})

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000 })
const manifestFile = () => join(dataDir, 'core.json')

async function attempt(options: Parameters<typeof startCoreProcess>[2] = {}) {
  const env = { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: 'sk-test-key-that-is-secret-123', ...options.env }
  const core = await startCoreProcess(program, dataDir, { ...options, env })
  if ('client' in core) started.push(core)
  return core
}

async function start(options: Parameters<typeof startCoreProcess>[2] = {}): Promise<CoreProcess> {
  const core = await attempt(options)
  if (!('client' in core)) throw new Error(`the core refused to start: ${JSON.stringify(core.refused)}`)
  return core
}

const decision = {
  call: 'record_decision',
  args: { question: 'How?', chosen: 'So', alternatives: ['So', 'Otherwise'], confidence: 0.9, rationale: 'Because.' },
}
const finishStrategy = { call: 'finish_strategy', args: {} }
const finishExecution = { call: 'finish_execution', args: {} }
const write = { call: 'write_file', args: { path: 'made.txt', content: 'made\n' } }

async function plan(core: CoreProcess, folder: string, scenario: Scenario): Promise<string> {
  model.setScenario(scenario)
  for (const role of ['strategy', 'execution'])
    await core.client.settings.set({ key: `actor.default.${role}`, value: 'openai/gpt-5.4' })
  await core.project(folder)
  const used = await core.client.plans.use({
    action: 'local/fix-bug',
    projects: ['local/demo'],
    args: { bug_description: 'It fails.' },
    automation_profile: 'trusted',
  })
  return used.plan_id
}

function expectNothingLeft(folder: string): void {
  expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
  expect(git(folder, 'branch', '--list', 'cleveragents/*')).toBe('')
  expect(git(folder, 'status', '--porcelain')).toBe('')
}

describe('one core a data folder', () => {
  it('says where it is to its owner alone, keeps others out, and takes its word back when it ends', async () => {
    const core = await start()
    expect(statSync(manifestFile()).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(manifestFile(), 'utf8'))).toMatchObject({
      pid: core.child.pid,
      endpoint: core.endpoint,
      kind: 'background',
    })
    // What it prints is kept in a log.
    expect(JSON.stringify(core.told)).not.toContain(core.token)
    const second = await attempt()
    expect(second).toMatchObject({ refused: { type: 'refused', kind: 'conflict', code: 'core.locked' } })
    expect(await second.ended).toMatchObject({ code: 1 })
    expect(await core.client.plans.list({})).toMatchObject({ plans: [] })

    expect(await core.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    expect([existsSync(manifestFile()), existsSync(join(dataDir, 'core.lock'))]).toEqual([false, false])
  })

  it('takes over from one that was killed', async () => {
    const first = await start()
    await first.kill('SIGKILL')
    expect(existsSync(manifestFile())).toBe(true)
    const second = await start()
    expect(JSON.parse(readFileSync(manifestFile(), 'utf8'))).toMatchObject({ pid: second.child.pid })
  })

  it('ends when a program asks it to', async () => {
    const core = await start()
    const headers = { authorization: `Bearer ${core.token}` }
    expect((await fetch(`${core.endpoint}/shutdown`, { method: 'POST' })).status).toBe(401)
    await fetch(`${core.endpoint}/shutdown`, { method: 'POST', headers })
    expect(await core.ended).toEqual({ code: 0, signal: null })
  })

  it.each([
    ['a port in use', 'server.cannot_listen'],
    ['an address that others reach', 'server.not_loopback'],
    ['a port that is none', 'server.bad_port'],
  ])('that cannot start for %s says so and leaves nothing', async (_what, code) => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const args = {
      'server.cannot_listen': ['--port', String(port)],
      'server.not_loopback': ['--host', '0.0.0.0'],
      'server.bad_port': ['--port', 'http'],
    }[code]
    const refused = await attempt({ args })
    expect(refused).toMatchObject({ refused: { code } })
    expect(await refused.ended).toMatchObject({ code: 1 })
    expect([existsSync(manifestFile()), existsSync(join(dataDir, 'core.lock'))]).toEqual([false, false])
    taken.close()
  })
})

describe('a background core', () => {
  beforeEach(() => writeFileSync(join(dataDir, 'config.toml'), '[core]\nidle-exit-s = 3\n'))

  it('ends by itself once nobody needs it', async () => {
    const core = await start()
    expect(await core.ended).toEqual({ code: 0, signal: null })
    expect(existsSync(manifestFile())).toBe(false)
  })

  it('stays while a client is connected, and ends after it', async () => {
    const core = await start()
    const headers = { authorization: `Bearer ${core.token}` }
    const socket = new WebSocket(`${core.endpoint.replace('http', 'ws')}/rpc`, { headers })
    await new Promise((resolve) => socket.once('open', resolve))
    const stream = await openStream(core.endpoint, '/rpc/events/subscribe', headers)
    socket.close()
    // Two idle times: a core that does not mind its clients would be gone.
    const first = await Promise.race([core.ended, new Promise((resolve) => setTimeout(resolve, 6500, 'stays'))])
    expect(first).toBe('stays')
    stream.leave()
    expect(await core.ended).toEqual({ code: 0, signal: null })
  })

  it('stays while a plan is worked on', async () => {
    const core = await start()
    await plan(core, newRepository({ 'a.txt': 'a\n' }), { strategize: [{ fault: 'hang' }] })
    await model.received(1)
    const first = await Promise.race([core.ended, new Promise((resolve) => setTimeout(resolve, 6500, 'stays'))])
    expect(first).toBe('stays')
  })
})

describe.each(['SIGTERM', 'SIGKILL'] as const)('a core ended by %s', (signal) => {
  it('in Strategize: the plan shows as interrupted, keeps its decision, and goes on after it', async () => {
    const folder = newRepository({ 'a.txt': 'a\n' })
    const core = await start()
    const script = {
      strategize: [decision, { fault: 'hang' as const }, finishStrategy],
      execute: [write, finishExecution],
    }
    const planId = await plan(core, folder, script)
    await model.received(2)
    const before = await core.client.plans.tree({ plan_id: planId })
    await core.kill(signal)

    const next = await start()
    expect(await next.client.plans.status({ plan_id: planId })).toMatchObject({
      phase: 'strategize',
      state: 'errored',
      attempt: 1,
      error: { code: 'interrupted', recoverable: true },
    })
    expect((await next.client.plans.tree({ plan_id: planId })).nodes).toEqual(before.nodes)
    await next.client.plans.execute({ plan_id: planId })
    expect(await next.rest(planId)).toMatchObject({
      phase: 'execute',
      reason: 'phase_gate',
      files_modified: 1,
      attempt: 1,
    })
    const { nodes } = await next.client.plans.tree({ plan_id: planId })
    expect(nodes.filter((node) => node.type === 'strategy_choice').map((node) => node.id)).toEqual(
      before.nodes.filter((node) => node.type === 'strategy_choice').map((node) => node.id),
    )
    await next.client.plans.apply({ plan_id: planId })
    expect(readFileSync(join(folder, 'made.txt'), 'utf8')).toBe('made\n')
    expectNothingLeft(folder)
  })

  it('in the middle of a command: it is ended, the model is told, and discarding leaves nothing', async () => {
    const folder = newRepository({ 'a.txt': 'a\n' })
    const pidFile = join(newFolder(), 'pid')
    const command = `echo half > half.txt; echo $$ > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; sleep 600`
    const core = await start()
    const planId = await plan(core, folder, {
      strategize: [decision, finishStrategy],
      execute: [write, { call: 'run_command', args: { command } }, finishExecution],
    })
    const pid = await eventually(() => Number(readFileSync(pidFile, 'utf8')))
    expect(seeProcess(pid).there).toBe(true)
    await core.kill(signal)
    if (signal === 'SIGTERM') expect(seeProcess(pid).there).toBe(false)

    const next = await start()
    await eventually(() => expect(seeProcess(pid).there).toBe(false))
    expect(await next.client.plans.status({ plan_id: planId })).toMatchObject({
      phase: 'execute',
      state: 'errored',
      error: { code: 'interrupted' },
    })
    expect(git(folder, 'status', '--porcelain')).toBe('')
    await next.client.plans.execute({ plan_id: planId })
    expect(await next.rest(planId)).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 2 })
    const told = JSON.stringify(model.requests.at(-1)?.body)
    expect(told).toContain('Interrupted')
    expect(told).toContain('half.txt')
    await next.client.plans.cancel({ plan_id: planId })
    expectNothingLeft(folder)
    expect(existsSync(join(folder, 'half.txt'))).toBe(false)
  })

  it('in Apply, once the repository holds the change: the plan is applied at the next start', async () => {
    const folder = newRepository({ 'a.txt': 'a\n' })
    const reached = join(newFolder(), 'reached')
    writeFileSync(join(folder, '.git/hooks/post-merge'), `#!/bin/sh\ntouch ${reached}\nsleep 3\n`, { mode: 0o755 })
    const core = await start()
    const planId = await plan(core, folder, {
      strategize: [decision, finishStrategy],
      execute: [write, finishExecution],
    })
    await core.rest(planId)
    const { hash } = await core.client.resources.trustText({ resource: 'local/repo' })
    await core.client.resources.trust({ resource: 'local/repo', hash })
    const applying = core.client.plans.apply({ plan_id: planId }).catch(() => undefined)
    await eventually(() => expect(existsSync(reached)).toBe(true))
    await core.kill(signal)
    await applying

    const next = await start()
    expect(await next.client.plans.status({ plan_id: planId })).toMatchObject({
      phase: 'apply',
      state: 'applied',
      applied: [{ mode: 'merge', branch: 'main', files: 1 }],
    })
    expect(readFileSync(join(folder, 'made.txt'), 'utf8')).toBe('made\n')
    expectNothingLeft(folder)
  })
})
