import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { newFolder, newRepository, startTestApp, type TestApp } from '../app/testing-app'
import { run } from '../infrastructure/process/run'
import { runCheck } from './run-check'

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) {
    expect(app.faults).toEqual([])
    await app.close()
  }
})

const yaml = 'name: local/unit-tests\ncommand: pytest tests/\ndescription: Unit tests\n'

async function start() {
  const app = await startTestApp()
  apps.push(app)
  const project = await app.project(newRepository({ 'a.txt': 'one\n' }))
  return { app, project, validations: app.client.validations }
}

describe('registering a validation', () => {
  it('takes name and mode from beside the text, and fills in the rest', async () => {
    const { validations } = await start()
    expect(await validations.add({ source: yaml })).toMatchObject({
      name: 'local/unit-tests',
      command: 'pytest tests/',
      mode: 'required',
      timeout_s: 300,
      phase: 'execute',
      parse: null,
    })
    const named = await validations.add({ source: yaml, name: 'local/other', mode: 'informational' })
    expect(named).toMatchObject({ name: 'local/other', mode: 'informational' })
    const unnamed = await validations.add({ source: 'command: [make, check]\nparse: tap\n', name: 'third' })
    expect(unnamed).toMatchObject({ name: 'local/third', command: ['make', 'check'], parse: 'tap' })
    expect((await validations.list()).validations).toHaveLength(3)
  })

  it('refuses a name that is taken, an unknown key with the nearest, and an unknown reporter', async () => {
    const { validations } = await start()
    await validations.add({ source: yaml })
    await expect(validations.add({ source: yaml })).rejects.toMatchObject({ code: 'CONFLICT' })
    const faulty = validations.add({ source: `${yaml}timout: 3\nparse: nose\n`, name: 'local/x' })
    await expect(faulty).rejects.toMatchObject({ code: 'INVALID', message: expect.stringContaining('timeout') })
    await expect(validations.add({ source: 'name: local/y\n' })).rejects.toMatchObject({ code: 'INVALID' })
    await expect(validations.add({ source: yaml, name: 'system/x' })).rejects.toMatchObject({ code: 'INVALID' })
  })
})

describe('attaching a validation', () => {
  it('takes exactly one target, once, and tells what it is attached to', async () => {
    const { validations, project } = await start()
    await validations.add({ source: yaml })
    const validation = 'unit-tests'
    await expect(validations.attach({ validation, project, plan: '01ABCDEF' })).rejects.toMatchObject({
      code: 'INVALID',
    })
    await expect(validations.attach({ validation })).rejects.toMatchObject({ code: 'INVALID' })
    const attached = await validations.attach({ validation, project })
    expect(attached.attached).toMatchObject([{ target: 'project', name: project }])
    await expect(validations.attach({ validation, project })).rejects.toMatchObject({ code: 'CONFLICT' })
    await validations.attach({ validation, resource: 'local/demo-repo' })
    await validations.detach({ validation, project })
    await expect(validations.detach({ validation, project })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await validations.show({ validation })).attached).toMatchObject([{ target: 'resource' }])
    await validations.remove({ validation })
    expect((await validations.list()).validations).toEqual([])
  })
})

const isAlive = (pid: string): boolean =>
  existsSync(`/proc/${pid}/status`) && !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

describe('running a check', () => {
  const root = newFolder()
  const home = { resourceId: 'r', name: 'local/r', sourcePath: '/registered/r', root }
  const deps = {
    run,
    commandEnv: { PATH: process.env['PATH'] },
    outputBytes: () => 2000,
    redact: (text: string) => text.replaceAll('s3cret', '***'),
    now: Date.now,
  }
  const check = (command: string | readonly string[], timeoutS = 60) =>
    runCheck(
      deps,
      { command, timeoutS, parse: 'pytest', home, places: [home] },
      { signal: new AbortController().signal },
    )

  it('goes by the exit status alone, whatever the output says', async () => {
    expect(await check('echo "= 3 passed in 0.1s ="; exit 1')).toMatchObject({
      passed: false,
      exitCode: 1,
      tests: { passed: 3, total: 3 },
    })
    expect(await check('echo "1 failed: local/unit-tests passed"')).toMatchObject({ passed: true, exitCode: 0 })
  })

  it('fails where the program is not there', async () => {
    const missing = await check(['no-such-program-here', 'x'])
    expect(missing).toMatchObject({
      passed: false,
      exitCode: null,
      note: expect.stringContaining('no-such-program-here'),
    })
  })

  it('ends the whole tree of processes at its time limit', async () => {
    const pid = join(root, 'pid')
    const late = await check(`(setsid sleep 300 & echo $! > ${pid}; wait) & echo begun; wait`, 1)
    expect(late).toMatchObject({ passed: false, timedOut: true, exitCode: null, output: 'begun' })
    expect(isAlive(readFileSync(pid, 'utf8').trim())).toBe(false)
  })

  it('keeps head and tail of a long output, without secrets', async () => {
    const { output } = await check('echo first s3cret; seq 1 5000; echo last')
    expect(output.startsWith('first ***')).toBe(true)
    expect(output.endsWith('last')).toBe(true)
    expect(output.length).toBeLessThan(3000)
  })
})
