import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Chromium } from './chromium.ts'
import { decode, encode } from './clone.ts'
import { loud, onlyEvents, preventable } from './loud.ts'
import { serveSchemes } from './schemes.ts'

const events = [
  'ready',
  'second-instance',
  'window-all-closed',
  'activate',
  'web-contents-created',
  'before-quit',
  'will-quit',
  'quit',
  'open-url',
  'open-file',
  'browser-window-created',
]

type Window = { readonly close: () => void; readonly isClosing: () => boolean; readonly gone: Promise<void> }

/** What the parts of the stand-in share. */
export const application = {
  chromium: new Chromium(),
  headless: true,
  isQuitting: false,
  /** The folder that was started. */
  folder: '',
  badge: 0,
  windows: new Map<number, Window>(),
  switches: new Map<string, string>(),
}

let isReady = false
let markReady: () => void = () => undefined
const whenReady = new Promise<void>((settle) => {
  markReady = settle
})
const paths = new Map<string, string>()
let name = 'Electron'
let lock: { readonly release: () => void } | null = null
let handedOver: Promise<unknown> = Promise.resolve()

function pathOf(key: string): string {
  const set = paths.get(key)
  if (set !== undefined) return set
  if (key === 'home') return os.homedir()
  if (key === 'temp') return os.tmpdir()
  if (key === 'appData') return process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config')
  if (key === 'userData') return path.join(pathOf('appData'), name)
  throw new Error(`The Electron stand-in has no path ${key}`)
}

/** Quits unless somebody refuses: before-quit, each window's close, then will-quit. */
async function quit(): Promise<void> {
  if (application.isQuitting) return
  const before = preventable({})
  app.emit('before-quit', before)
  if (before.defaultPrevented) return
  application.isQuitting = true
  const rest = [...application.windows.values()]
  for (const window of rest) {
    window.close()
    if (!window.isClosing()) {
      application.isQuitting = false
      return
    }
  }
  await Promise.all(rest.map((window) => window.gone))
  const will = preventable({})
  app.emit('will-quit', will)
  if (will.defaultPrevented) application.isQuitting = false
  else await leave(0)
}

async function leave(code: number): Promise<void> {
  application.isQuitting = true
  app.emit('quit', {}, code)
  lock?.release()
  await handedOver
  await application.chromium.close()
  process.exit(code)
}

const emitter = onlyEvents('app', new EventEmitter(), events)
export const app = loud(
  'app',
  Object.assign(emitter, {
    isPackaged: false,
    commandLine: loud('app.commandLine', {
      appendSwitch: (key: string, value = '') => {
        const before = application.switches.get(key)
        const isList = key === 'enable-features' || key === 'disable-features'
        application.switches.set(key, isList && before ? `${before},${value}` : value)
      },
      hasSwitch: (key: string) => application.switches.has(key),
    }),
    whenReady: () => whenReady,
    isReady: () => isReady,
    getName: () => name,
    setName: (to: string) => {
      name = to
    },
    getPath: (key: string) => pathOf(key),
    setPath: (key: string, value: string) => {
      if (!path.isAbsolute(value)) throw new Error('Path must be absolute')
      paths.set(key, value)
    },
    // The windows' Chromium runs without its own sandbox here; nothing is proven about it.
    enableSandbox: () => {
      if (isReady) throw new Error('app.enableSandbox must be called before the application is ready')
    },
    setAsDefaultProtocolClient: () => true,
    setAppUserModelId: () => undefined,
    getAppPath: () => application.folder,
    setBadgeCount: (count = 0) => {
      application.badge = count
      return true
    },
    getBadgeCount: () => application.badge,
    quit: () => void setImmediate(() => void quit()),
    exit: (code = 0) => void leave(code),
    requestSingleInstanceLock: () => {
      lock ??= takeLock()
      return lock !== null
    },
  }) satisfies Pick<
    Electron.App,
    | 'isPackaged'
    | 'whenReady'
    | 'isReady'
    | 'getName'
    | 'setName'
    | 'getPath'
    | 'setPath'
    | 'enableSandbox'
    | 'setAsDefaultProtocolClient'
    | 'setAppUserModelId'
    | 'getAppPath'
    | 'setBadgeCount'
    | 'getBadgeCount'
    | 'quit'
    | 'exit'
    | 'requestSingleInstanceLock'
  >,
)

/** One lock for a userData folder: a pid file gives the answer at once, a socket carries the word to its holder. */
function takeLock(): { readonly release: () => void } | null {
  const folder = pathOf('userData')
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'stand-in.lock')
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const socket = path.join(os.tmpdir(), `electron-stand-in-${id}.sock`)
  if (fs.existsSync(file) && isAlive(Number(fs.readFileSync(file, 'utf8')))) {
    handedOver = new Promise<void>((settle) => {
      const done = () => settle()
      const link = net.connect(socket).on('error', done).on('close', done)
      link.end(encode([process.argv, process.cwd()]))
    })
    return null
  }
  fs.writeFileSync(file, String(process.pid))
  fs.rmSync(socket, { force: true })
  const server = net.createServer({ allowHalfOpen: true }, (link) => {
    let text = ''
    link.on('data', (data) => {
      text += String(data)
    })
    link.on('end', () => {
      link.end()
      app.emit('second-instance', {}, ...(decode(text) as unknown[]))
    })
  })
  server.listen(socket).unref()
  return {
    release: () => {
      server.close()
      fs.rmSync(file, { force: true })
      fs.rmSync(socket, { force: true })
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0)
  } catch {
    // The holder was killed and left its file behind.
    return false
  }
}

/** Makes the process look like Electron's main process; call it before the application's bundle is loaded. */
export function prepare(folder: string, productName: string, switches: readonly string[]): void {
  application.folder = folder
  name = productName
  for (const given of switches) {
    const [, key, value] = /^--?([^=]+)=?(.*)$/.exec(given) ?? []
    if (key !== undefined) application.switches.set(key, value ?? '')
  }
  const userData = application.switches.get('user-data-dir')
  if (userData) paths.set('userData', path.resolve(userData))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void quit())
}

/** Starts Chromium and announces `ready`; call it after the application's bundle is loaded. */
export async function start(): Promise<void> {
  const port = await serveSchemes()
  application.headless = !process.env.DISPLAY || Boolean(process.env.STAND_IN_HEADLESS)
  if (application.isQuitting) return
  const { chromium, switches, headless } = application
  const profile = path.join(pathOf('userData'), 'stand-in-chromium')
  fs.mkdirSync(profile, { recursive: true })
  await chromium.launch({ profile, switches, port, headless })
  chromium.once('exit', () => {
    if (application.isQuitting) return
    console.error('stand-in: Chromium ended')
    process.exit(1)
  })
  chromium.on('browser', (method, { targetInfo, targetId } = {}) => {
    // A page that no window of the application made: a popup that got past the page's own window.open.
    if (method !== 'Target.targetCreated' || targetInfo.type !== 'page' || !targetInfo.openerId) return
    chromium.send('Target.closeTarget', { targetId: targetInfo.targetId ?? targetId }).catch(() => undefined)
  })
  isReady = true
  // Through the property, because Playwright's loader replaces it.
  app.emit('ready', {}, {})
  markReady()
}
