import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newFolder, newRepository, startTestApp, type TestApp } from './testing-app'

const dataDir = newFolder()
const file = join(dataDir, 'config.toml')
let app: TestApp
beforeEach(async () => {
  writeFileSync(file, '[plan]\nconcurrency = 3\napply-mode == "squash"\n')
  app = await startTestApp({ dataDir })
})
afterEach(() => app.close())

const where = 'line 3, column 13'
const broken = { code: 'FAILED', data: { code: 'settings.file_broken', message: expect.stringContaining(where) } }

describe('a configuration that is broken', () => {
  it('lets the core start, and diagnostics say where and what holds meanwhile', async () => {
    const { status, checks } = await app.client.system.diagnostics()
    expect(status).toBe('error')
    const check = checks.find((one) => one.name === 'configuration')
    expect(check).toMatchObject({ status: 'error', message: expect.stringContaining(where) })
    expect(check?.message).toContain('left as it is')
    expect(check?.hint).toMatch(/^Correct that line in an editor\. Until then .*default/)
    expect(app.faults).toEqual([])
  })

  it('is told by get, list and set, and never written over', async () => {
    const before = readFileSync(file, 'utf8')
    const { settings } = app.client
    await expect(settings.list({})).rejects.toMatchObject(broken)
    await expect(settings.get({ key: 'plan.concurrency' })).rejects.toMatchObject(broken)
    await expect(settings.set({ key: 'plan.concurrency', value: '5' })).rejects.toMatchObject(broken)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('keeps a plan from being made by other rules than the file may say', async () => {
    const use = app.client.plans.use({
      action: 'local/run-command',
      projects: [await app.project(newRepository({ 'a.txt': 'a\n' }), `p${Date.now()}`)],
      args: { command: 'true' },
    })
    await expect(use).rejects.toMatchObject(broken)
  })

  it('holds again as soon as it is corrected; numbers hold as they were last read where it breaks again', async () => {
    const { settings } = app.client
    writeFileSync(file, '[plan]\nconcurrency = 3\n')
    expect(await settings.get({ key: 'plan.concurrency' })).toMatchObject({ value: 3, source: 'global' })
    expect(app.app.settings.number('plan.concurrency')).toBe(3)
    writeFileSync(file, '[plan]\nconcurrency = = 3\n')
    expect(app.app.settings.number('plan.concurrency')).toBe(3)
    expect(app.app.settings.number('plan.max-turns')).toBe(200)
  })
})

it.each([
  ['a value out of range', 'plan.concurrency = 0', 'line 1, column 20', 'concurrency'],
  ['a key that is none', '  plan.concurency = 2', 'line 1, column 3', 'Did you mean "plan.concurrency"?'],
])('%s is told with its place', async (_what, text, place, says) => {
  await app.close()
  writeFileSync(file, `${text}\n`)
  app = await startTestApp({ dataDir })
  const { checks } = await app.client.system.diagnostics()
  const check = checks.find((one) => one.name === 'configuration')
  expect(check?.message).toContain(place)
  expect(`${check?.message} ${check?.hint}`).toContain(says)
})
