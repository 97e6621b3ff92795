import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { newRepository, startTestApp, type TestApp } from './testing-app'

const apps: TestApp[] = []
async function start(options: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> {
  const app = await startTestApp(options)
  apps.push(app)
  return app
}
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

it('tells what there is', async () => {
  const app = await start()
  await app.project(newRepository({ 'a.txt': 'a\n' }))
  expect(await app.client.system.info()).toMatchObject({
    version: 'test',
    data_dir: app.dataDir,
    core: { pid: process.pid, kind: 'background', endpoint: null },
    counts: { plans: 0, projects: 1, actors: 0 },
  })
})

it('finds an application in order, and says which keys are there but never a key', async () => {
  const app = await start({ env: { OPENAI_API_KEY: 'sk-of-this-test-123456' } })
  const { status, checks } = await app.client.system.diagnostics()
  expect(status).not.toBe('error')
  const named = Object.fromEntries(checks.map((check) => [check.name, check]))
  expect(named).toMatchObject({
    configuration: { status: 'ok' },
    database: { status: 'ok' },
    git: { status: 'ok' },
    permissions: { status: 'ok' },
    'provider keys': { status: 'ok', message: expect.stringContaining('openai') },
  })
  expect(JSON.stringify(checks)).not.toContain('sk-of-this-test')
})

it('is in error where a part is, with what to do', async () => {
  const app = await start()
  writeFileSync(join(app.dataDir, 'config.toml'), '[core\nautomation-profile = "manual"\n')
  const { status, checks } = await app.client.system.diagnostics()
  expect(status).toBe('error')
  expect(checks.find((check) => check.name === 'configuration')).toMatchObject({
    status: 'error',
    hint: expect.stringMatching(/\S/),
  })
})
