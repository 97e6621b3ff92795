import { mkdirSync } from 'node:fs'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, onStandIn, test } from '../fixtures/shell.ts'

/** What the page was asked to do, as the fixture's page keeps it. */
const requests = (page: Page) => page.evaluate(() => (window as unknown as { requests: unknown[] }).requests)
const routes = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.webContents.getURL().split('#')[1] ?? '/'),
  )
const clickMenu = (app: ElectronApplication, id: string) =>
  app.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id)

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/Content Security Policy/)
})

test('menu: commands of the page reach it, and those of the shell are done', async ({ desktop: { app, page } }) => {
  await clickMenu(app, 'new-plan')
  await clickMenu(app, 'screen:/plans')
  await expect
    .poll(() => requests(page))
    .toEqual([
      { kind: 'command', id: 'new-plan' },
      { kind: 'command', id: 'screen:/plans' },
    ])
  const zoom = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel())
  await clickMenu(app, 'zoom-in')
  expect(await zoom()).toBeGreaterThan(0)
  await clickMenu(app, 'zoom-reset')
  expect(await zoom()).toBe(0)
  await page.evaluate(() => window.cleveragents?.native.runCommand('zoom-out'))
  expect(await zoom()).toBeLessThan(0)
})

test('several windows, each at its own place, are there again at the next start', async ({ launch }) => {
  const { app, page } = await launch()
  await page.evaluate(() => {
    location.hash = '#/plans'
  })
  const second = app.waitForEvent('window')
  await clickMenu(app, 'new-window')
  const other = await second
  await other.evaluate(() => {
    location.hash = '#/settings?part=about'
  })
  await expect.poll(() => routes(app)).toEqual(['/plans', '/settings?part=about'])
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[1]?.maximize())
  await app.close()
  const again = await launch()
  await expect.poll(() => routes(again.app)).toEqual(['/plans', '/settings?part=about'])
  await expect
    .poll(() => again.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isMaximized())))
    .toEqual([false, true])
})

test('links: only known places are gone to, in the window that is there', async ({ desktop: { app, page } }) => {
  const openUrl = (link: string) =>
    app.evaluate(({ app }, url) => void app.emit('open-url', { preventDefault: () => undefined }, url), link)
  await openUrl('cleveragents://plans/01K5ZQ8M3N7R2T4V6X8Y0A1B2C?tab=changes')
  await openUrl('cleveragents://plans/../../etc')
  await openUrl('cleveragents://elsewhere')
  await app.evaluate(
    ({ app }, words) => void app.emit('second-instance', {}, words, '/'),
    ['/opt/cleveragents', 'cleveragents://settings/about'],
  )
  await expect
    .poll(() => requests(page))
    .toEqual([
      { kind: 'go', to: '/plans/01K5ZQ8M3N7R2T4V6X8Y0A1B2C?tab=changes' },
      { kind: 'go', to: '/settings?part=about' },
    ])
})

test('an action’s file is read into the page', async ({ desktop: { app, page }, home }) => {
  const file = join(home, 'mine.action.yaml')
  writeFileSync(file, 'name: local/mine\n')
  await app.evaluate(({ app }, words) => void app.emit('second-instance', {}, words, '/'), ['/opt/cleveragents', file])
  await expect
    .poll(() => requests(page))
    .toEqual([{ kind: 'action-file', name: basename(file), text: 'name: local/mine\n' }])
})

test('a dropped folder reaches the page by its path, and a dropped file does not', async ({
  desktop: { app, page },
  home,
}) => {
  const folder = join(home, 'dropped folder')
  mkdirSync(folder)
  const file = join(home, 'a file.txt')
  writeFileSync(file, '')
  if (onStandIn)
    await app.evaluate(
      ({ BrowserWindow }, paths) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
          setDroppable(paths: Record<string, string>): Promise<unknown>
        }
        return contents.setDroppable(paths).then(() => undefined)
      },
      { [basename(folder)]: folder, [basename(file)]: file },
    )
  const devTools = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await devTools.send(
      'Input.dispatchDragEvent' as never,
      {
        type,
        x: 100,
        y: 100,
        data: { items: [], files: [file, folder], dragOperationsMask: 1 },
      } as never,
    )
  await expect.poll(() => requests(page)).toEqual([{ kind: 'folders', paths: [folder] }])
  expect(await routes(app)).toEqual(['/'])
})

test.describe('while plans run', () => {
  test.use({ appEnv: { TINY_CORE_BUSY: '1' } })
  const answer = (app: ElectronApplication, response: number) =>
    app.evaluate(({ dialog }, chosen) => {
      const asked: string[] = []
      Object.assign(globalThis, { asked })
      dialog.showMessageBox = async (...args: unknown[]) => {
        asked.push(...((args.at(-1) as { buttons?: string[] }).buttons ?? []))
        return { response: chosen, checkboxChecked: false }
      }
    }, response)
  const asked = (app: ElectronApplication) => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
  const quit = (app: ElectronApplication) => app.evaluate(({ app }) => app.quit())
  const connected = (home: string) => expect.poll(() => existsSync(join(home, 'core.json'))).toBe(true)

  test('quitting asks; in the background the core goes on, and a start brings a window back', async ({
    desktop: { app },
    launch,
    home,
  }) => {
    await connected(home)
    const { pid } = JSON.parse(readFileSync(join(home, 'core.json'), 'utf8')) as { pid: number }
    await answer(app, 2)
    await quit(app)
    await expect.poll(() => asked(app)).toEqual(['Go on in the background', 'Stop them and quit', 'Cancel'])
    expect(app.windows()).toHaveLength(1)
    await answer(app, 0)
    await quit(app)
    await expect.poll(() => app.windows()).toHaveLength(0)
    expect(process.kill(pid, 0)).toBe(true)
    await launch().catch(() => undefined)
    await expect.poll(() => app.windows()).toHaveLength(1)
    await answer(app, 1)
  })
})

test('the right button corrects a misspelt word', async ({ desktop: { app } }) => {
  test.skip(!onStandIn, 'the real menu cannot be looked at')
  const labels = await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.emit(
      'context-menu',
      {},
      {
        isEditable: true,
        selectionText: '',
        misspelledWord: 'teh',
        dictionarySuggestions: ['the'],
        editFlags: { canUndo: true, canRedo: false, canCut: false, canCopy: false, canPaste: true, canSelectAll: true },
      },
    )
    const { popups } = (
      globalThis as unknown as { standIn: { popups: { items: { label?: string; role?: string }[] }[] } }
    ).standIn
    return popups[0]?.items.map((item) => item.label ?? item.role ?? '—')
  })
  expect(labels).toEqual([
    'the',
    '—',
    'Add “teh” to the dictionary',
    '—',
    'undo',
    'redo',
    '—',
    'cut',
    'copy',
    'paste',
    'selectAll',
  ])
})

test('open at login is off, and can be turned on and off', async ({ desktop: { page } }) => {
  const get = () => page.evaluate(() => window.cleveragents?.native.openAtLogin())
  const set = (on: boolean) => page.evaluate((on) => window.cleveragents?.native.setOpenAtLogin(on), on)
  expect(await get()).toBe(false)
  expect(await set(true)).toBe(true)
  expect(await get()).toBe(true)
  expect(await set(false)).toBe(false)
})

test('a page that keeps crashing is given up, and says so', async ({ desktop: { app } }) => {
  const crash = () =>
    app.evaluate(
      ({ BrowserWindow, dialog }) =>
        new Promise<boolean>((settle) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents
          dialog.showErrorBox = () => settle(false)
          contents?.once('did-finish-load', () => settle(true))
          contents?.forcefullyCrashRenderer()
        }),
    )
  expect([await crash(), await crash(), await crash(), await crash()]).toEqual([true, true, true, false])
})
