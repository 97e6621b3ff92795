import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Waits for processes that start on a busy machine. */
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 10_000 })

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'browser-'))
  mkdirSync(join(root, 'out/main'), { recursive: true })
  mkdirSync(join(root, 'bin'))
})
afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

/** Runs the front in a process of its own, as `npm start` does. */
function start(server: string, env: Readonly<Record<string, string>> = {}) {
  writeFileSync(join(root, 'out/main/server.js'), server)
  const module = JSON.stringify(join(import.meta.dirname, 'start-in-browser.ts'))
  const code = `import { startInBrowser } from ${module}; process.exitCode = await startInBrowser(${JSON.stringify(root)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: join(root, 'bin'), ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<number | null>((settle) => {
    child.once('close', settle)
  })
  return { child, ended, output: () => output }
}

const url = 'http://127.0.0.1:4711/#code=once'
const says = (message: object) => `console.log(${JSON.stringify(JSON.stringify(message))})\n`
const stays = 'setInterval(() => {}, 1000)\n'

test('without a display the address is printed, and a signal ends the server', async () => {
  const { child, ended, output } = start(`console.log('starting')\n${says({ type: 'ready', url })}${stays}`)
  await eventually(() => expect(output()).toBe(`starting\n${url}\n`))
  child.kill('SIGTERM')
  await ended
})

test('with a display the address opens in a window of its own', async () => {
  const chromium = join(root, 'bin/chromium')
  writeFileSync(chromium, `#!/bin/sh\necho "$@" > ${join(root, 'opened')}\n`)
  chmodSync(chromium, 0o755)
  const { child, ended } = start(says({ type: 'ready', url }) + stays, { DISPLAY: ':7' })
  await eventually(() => expect(existsSync(join(root, 'opened'))).toBe(true))
  await eventually(() => expect(readFileSync(join(root, 'opened'), 'utf8')).toContain(`--app=${url}`))
  child.kill('SIGTERM')
  await ended
})

test('a refusal is told, and its status passed on', async () => {
  const { ended, output } = start(`${says({ type: 'refused', message: 'Locked.', hint: 'Wait.' })}process.exitCode = 4`)
  expect(await ended).toBe(4)
  expect(output()).toBe('Locked.\nWait.\n')
})

test('where another core has the data folder, its address is shown', async () => {
  const core = createServer((request, response) => {
    const isOurs = request.url === '/url' && request.headers.authorization === 'Bearer secret'
    response.writeHead(isOurs ? 200 : 401).end(JSON.stringify(isOurs ? { url } : {}))
  })
  await new Promise<void>((settle) => {
    core.listen(0, '127.0.0.1', settle)
  })
  const endpoint = `http://127.0.0.1:${(core.address() as AddressInfo).port}`
  writeFileSync(join(root, 'core.json'), JSON.stringify({ endpoint, token: 'secret' }))
  const locked = `${says({ type: 'refused', code: 'core.locked', message: 'Locked.' })}process.exitCode = 4`
  const { ended, output } = start(locked, { CLEVERAGENTS_HOME: root })
  expect(await ended).toBe(0)
  expect(output()).toBe(`${url}\n`)
  core.close()
  core.closeAllConnections()
})
