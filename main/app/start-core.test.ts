import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Client } from '@shared/contract'
import { pagesFolder } from '../fronts/server/testing'
import { startCore, type Core, type CoreOptions } from './core'
import { newFolder } from './testing-app'

let dataDir: string
let cores: Core[]
beforeEach(() => {
  dataDir = newFolder()
  cores = []
})
afterEach(async () => {
  for (const core of cores) await core.close()
})

async function start(change: Partial<CoreOptions> = {}) {
  const core = await startCore({
    dataDir,
    kind: 'server',
    host: '127.0.0.1',
    port: 0,
    version: 'test',
    pagesDir: pagesFolder(),
    env: { PATH: process.env['PATH'], HOME: dataDir },
    electron: () => false,
    onEnded: () => undefined,
    ...change,
  })
  cores.push(core)
  const headers = { authorization: `Bearer ${core.token}` }
  const client: Client = createORPCClient(new RPCLink({ url: `${core.endpoint}/rpc`, headers }))
  return { ...core, client }
}

it('brings the sample project once, previews a plan on it, and keeps out a second core', async () => {
  const core = await start()
  await vi.waitFor(async () => expect((await core.client.projects.list()).projects).toHaveLength(1), {
    timeout: 15_000,
  })
  await expect(start()).rejects.toMatchObject({ data: { code: 'core.locked' } })
  const preview = await core.client.plans.preview({
    action: 'local/rewrite-pattern',
    projects: ['local/sample'],
    automation_profile: 'manual',
  })
  expect(preview).toMatchObject({
    automation_profile: 'manual',
    profile_source: 'plan',
    resources: [{ type: 'git-checkout', branch: 'main', uncommitted: 0, problem: null }],
  })
  expect(preview.sentences.length).toBeGreaterThan(0)
  expect((await core.client.plans.list({})).plans).toEqual([])
  await core.client.projects.delete({ project: 'local/sample' })
  await core.close()
  expect(existsSync(join(dataDir, 'core.json'))).toBe(false)

  const again = await start()
  await again.close()
  const third = await start()
  expect((await third.client.projects.list()).projects).toEqual([])
})

it('ends a background core that nobody uses, and says so in its log without the token', async () => {
  const ended = vi.fn()
  const env = { PATH: process.env['PATH'], HOME: dataDir, CLEVERAGENTS_CORE_IDLE_EXIT_S: '1' }
  const core = await start({ kind: 'background', env, onEnded: ended })
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), { timeout: 15_000 })
  expect([existsSync(join(dataDir, 'core.json')), existsSync(join(dataDir, 'core.lock'))]).toEqual([false, false])
  const log = readFileSync(join(dataDir, 'logs/core.log'), 'utf8')
  expect(log).toContain('core.ended')
  expect(log).not.toContain(core.token)
})
