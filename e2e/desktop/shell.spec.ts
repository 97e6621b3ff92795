import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from '../fixtures/shell.ts'

type ShellPage = {
  readonly shell: {
    readonly frames: unknown[]
    readonly closes: () => number
    readonly send: (frame: unknown) => void
    readonly evalRan: boolean
  }
  readonly inlineRan?: true
}
const blocked = /Content Security Policy|Failed to fetch/

const send = (page: Page, frame: string) => page.evaluate((f) => (window as unknown as ShellPage).shell.send(f), frame)
const frames = (page: Page) => page.evaluate(() => (window as unknown as ShellPage).shell.frames)
const closes = (page: Page) => page.evaluate(() => (window as unknown as ShellPage).shell.closes())
const exchange = async (page: Page, frame: string, answer: RegExp) => {
  const before = (await frames(page)).length
  await send(page, frame)
  await expect.poll(async () => String((await frames(page)).slice(before).at(-1) ?? '')).toMatch(answer)
  return String((await frames(page)).at(-1))
}

/** Records what the application hands to the person's browser, instead of opening it. */
async function recordExternals(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url) => {
      opened.push(url)
    }
  })
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}
const urlOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())

// Each page of the shell fixture holds an inline script, which the policy blocks and the console reports.
test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(blocked)
})

test('a window opens, titled and shown, with a page that cannot reach Node', async ({ desktop: { app, page } }) => {
  await expect(page.getByRole('heading', { name: 'Shell' })).toBeVisible()
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => [window.isVisible(), window.getTitle()]),
      ),
    )
    .toEqual([[true, 'Shell']])
  expect(await urlOf(app)).toBe('app://bundle/index.html')
  const seen = await page.evaluate(() => ({
    require: typeof (globalThis as { require?: unknown }).require,
    process: typeof (globalThis as { process?: unknown }).process,
    secure: isSecureContext,
    api: Object.keys(window.cleveragents ?? {}).toSorted(),
    port: Object.keys(window.cleveragents?.port ?? {}).toSorted(),
    platform: window.cleveragents?.platform,
  }))
  expect(seen).toEqual({
    require: 'undefined',
    process: 'undefined',
    secure: true,
    api: ['native', 'onRequest', 'platform', 'port'],
    port: ['onClose', 'onMessage', 'postMessage'],
    platform: process.platform,
  })
})

test('the policy blocks inline scripts and requests to elsewhere', async ({ desktop: { page } }) => {
  expect(await page.evaluate(() => (window as unknown as ShellPage).inlineRan)).toBeUndefined()
  const later = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.laterRan = true'
    document.body.append(script)
    return (window as { laterRan?: boolean }).laterRan
  })
  expect(later).toBeUndefined()
  const directive = await page.evaluate(
    () =>
      new Promise<string>((settle) => {
        document.addEventListener('securitypolicyviolation', (event) => settle(event.effectiveDirective))
        fetch('https://example.com/').catch(() => undefined)
      }),
  )
  expect(directive).toBe('connect-src')
  // What a spec evaluates is exempt, so the page tried by itself.
  expect(await page.evaluate(() => (window as unknown as ShellPage).shell.evalRan)).toBe(false)
})

test('permissions are denied', async ({ desktop: { page } }) => {
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera'] as PermissionName[]
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
  })
  expect(states).toEqual(['denied', 'denied', 'denied'])
})

test('no second window and no other page; https links go to the browser', async ({ desktop: { app, page } }) => {
  const externals = await recordExternals(app)
  expect(await page.evaluate(() => window.open('https://example.org/popup'))).toBeNull()
  await page.locator('#outside').click()
  await page.locator('#away').click()
  await page.locator('#plain').click()
  await expect
    .poll(externals)
    .toEqual(['https://example.org/popup', 'https://example.com/outside', 'https://example.com/away'])
  expect(app.windows()).toHaveLength(1)
  expect(await urlOf(app)).toBe('app://bundle/index.html')
  // The page that stayed still has its line to the core.
  await exchange(page, 'still here', /^echo:still here$/)
})

test('only the bundle is served', async ({ desktop: { page }, expectedErrors }) => {
  expectedErrors.push(/404/)
  const status = (path: string) =>
    page.evaluate(async (address) => {
      const answer = await fetch(address)
      return [answer.status, await answer.text()]
    }, path)
  expect((await status('page.js'))[0]).toBe(200)
  for (const path of ['..%2fsecret.json', '%2e%2e%2fsecret.json', '..%5csecret.json', '.hidden', 'missing.js', '%']) {
    expect(await status(path), path).toEqual([404, ''])
  }
})

test('frames go to the core and come back, as text and as bytes', async ({ desktop: { page } }) => {
  await exchange(page, 'hello', /^echo:hello$/)
  await page.evaluate(() => (window as unknown as ShellPage).shell.send(new Uint8Array([0, 255, 7])))
  await expect.poll(async () => (await frames(page)).at(-1)).toEqual([0, 255, 7])
})

test('a core that ends is started again, and the page is told', async ({ desktop: { page } }) => {
  const first = await exchange(page, 'pid', /^pid:\d+$/)
  await send(page, 'crash')
  await expect.poll(() => closes(page)).toBe(1)
  const second = await exchange(page, 'pid', /^pid:\d+$/)
  expect(second).not.toBe(first)
})

test('a page that crashes is loaded again where it was', async ({ desktop: { app, page } }) => {
  await page.evaluate(() => {
    location.hash = '#/plans/7'
  })
  await expect.poll(() => urlOf(app)).toBe('app://bundle/index.html#/plans/7')
  const loaded = app.evaluate(
    ({ BrowserWindow }) =>
      new Promise((settle) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('did-finish-load', () => settle(contents.getURL()))
        contents?.forcefullyCrashRenderer()
      }),
  )
  expect(await loaded).toBe('app://bundle/index.html#/plans/7')
})

test('a second start shows the window of the first', async ({ desktop: { app }, launch }) => {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  await launch().catch(() => undefined)
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isMinimized())))
    .toEqual([false])
})

test('size and place are remembered', async ({ launch, home }) => {
  const first = await launch()
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 50, width: 900, height: 600 }),
  )
  await first.app.close()
  expect(existsSync(join(home, 'window.json'))).toBe(true)
  const second = await launch()
  const bounds = await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
  expect(bounds).toEqual({ x: 40, y: 50, width: 900, height: 600 })
})

test.describe('where the system offers plain text only', () => {
  const setKey = (page: Page) => page.evaluate(() => window.cleveragents?.native.setKey('openai', 'sk-test-1234'))
  const answer = (app: ElectronApplication, response: number) =>
    app.evaluate(({ dialog, safeStorage }, chosen) => {
      safeStorage.getSelectedStorageBackend = () => 'basic_text'
      dialog.showMessageBox = async () => ({ response: chosen, checkboxChecked: false })
    }, response)
  test.skip(process.platform !== 'linux', 'other systems have a key store')

  test('a key is kept for the run, and the core has it', async ({ desktop: { app, page }, home }) => {
    await answer(app, 0)
    expect(await setKey(page)).toBe('memory')
    expect(await page.evaluate(() => window.cleveragents?.native.keyState())).toEqual({ openai: 'memory' })
    expect(await exchange(page, 'keys', /^keys:/)).toBe('keys:{"openai":"sk-test-1234"}')
    expect(existsSync(join(home, 'keys.json'))).toBe(false)
  })

  test('a key is stored where the person agrees, and handed to the next core', async ({ launch, home }) => {
    const first = await launch()
    await answer(first.app, 1)
    expect(await setKey(first.page)).toBe('stored')
    await first.app.close()
    expect(readFileSync(join(home, 'keys.json'), 'utf8')).not.toContain('sk-test-1234')
    expect(statSync(join(home, 'keys.json')).mode & 0o777).toBe(0o600)
    const second = await launch()
    expect(await exchange(second.page, 'keys', /^keys:/)).toBe('keys:{"openai":"sk-test-1234"}')
  })
})

test('native calls check their argument', async ({ desktop: { app, page } }) => {
  const externals = await recordExternals(app)
  const open = (url: string) => page.evaluate((u) => window.cleveragents?.native.openExternal(u), url)
  expect(await open('file:///etc/passwd')).toBe(false)
  expect(await open('https://user@example.com/')).toBe(false)
  expect(await open('https://example.com/docs')).toBe(true)
  expect(await externals()).toEqual(['https://example.com/docs'])
  const reveal = (path: string) => page.evaluate((p) => window.cleveragents?.native.revealPath(p), path)
  expect(await reveal('/no/such/path')).toBe(false)
  await expect(reveal('relative')).rejects.toThrow(/not valid/)
  await app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ['/chosen'] })
  })
  expect(await page.evaluate(() => window.cleveragents?.native.pickFolder())).toBe('/chosen')
})
