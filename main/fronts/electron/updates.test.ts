import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createUpdates, type Updater } from './updates'

/** An updater whose source answers as the test says, with the events of the real one. */
function updater(answer: () => readonly [event: string, detail: object] | Error) {
  const emitter = new EventEmitter()
  const made = Object.assign(emitter, {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowPrerelease: false,
    channel: null as string | null,
    installed: 0,
    checks: 0,
    checkForUpdates: async () => {
      made.checks += 1
      const outcome = answer()
      if (outcome instanceof Error) throw outcome
      emitter.emit(...outcome)
    },
    quitAndInstall: () => {
      made.installed += 1
    },
  })
  return made
}

function following(answer: Parameters<typeof updater>[0]) {
  const logged: unknown[] = []
  const source = updater(answer)
  const load = async () => source as unknown as Updater
  const updates = createUpdates({ load, log: (event, details) => void logged.push([event, details]) })
  return { updates, source, logged }
}

test('a build that was not packaged never looks, and says so', async () => {
  const updates = createUpdates({ load: null, log: () => {} })
  updates.follow('stable')
  await updates.check()
  expect(updates.state()).toMatchObject({ state: 'off', message: expect.stringContaining('does not update itself') })
})

test('a failure is logged and shown, and thrown at nobody', async () => {
  const { updates, logged } = following(() => new Error('net::ERR_INTERNET_DISCONNECTED\n at …'))
  updates.follow('stable')
  await expect
    .poll(() => updates.state())
    .toMatchObject({
      state: 'failed',
      message: 'Looking for a newer version failed: net::ERR_INTERNET_DISCONNECTED',
    })
  expect(logged).toMatchObject([['update.failed', { reason: expect.stringContaining('DISCONNECTED') }]])
})

test('the channel of the settings is the one looked in, at once where it changes, and not at all when off', async () => {
  const { updates, source } = following(() => ['update-not-available', {}])
  updates.follow('stable')
  await expect.poll(() => updates.state().state).toBe('current')
  expect([source.channel, source.allowPrerelease, source.checks]).toEqual(['latest', false, 1])
  updates.follow('stable')
  updates.follow('beta')
  await expect.poll(() => source.checks).toBe(2)
  expect([source.channel, source.allowPrerelease]).toEqual(['beta', true])
  updates.follow('off')
  await updates.check()
  expect([source.checks, updates.state().state]).toEqual([2, 'off'])
})

test('a version that is ready is installed when asked for, and not before', async () => {
  let event = 'update-available'
  const { updates, source } = following(() => [event, { version: '2.0.0' }])
  updates.follow('stable')
  await expect.poll(() => updates.state()).toMatchObject({ state: 'downloading', version: '2.0.0' })
  updates.install()
  event = 'update-downloaded'
  await updates.check()
  expect(updates.state()).toMatchObject({ state: 'ready', version: '2.0.0' })
  updates.install()
  await expect.poll(() => source.installed).toBe(1)
})
