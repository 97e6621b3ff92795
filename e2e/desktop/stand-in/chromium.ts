import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { chromiumPath } from '../../fixtures/chromium.ts'

/** An answer of, or a parameter for, the DevTools protocol; its shape is the protocol's. */
// oxlint-disable-next-line typescript/no-explicit-any -- the protocol is described in no package that we have
export type Protocol = any

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-field-trial-config',
  '--disable-search-engine-choice-screen',
  '--disable-infobars',
  '--metrics-recording-only',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--disable-dev-shm-usage',
  // Windows come from the application only.
  '--no-startup-window',
  '--deny-permission-prompts',
  // No bar about --no-sandbox in windows that show.
  '--test-type',
]
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'MediaRouter',
  'OptimizationHints',
  'Translate',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
]
const ownSwitches = new Set([
  'inspect',
  'inspect-brk',
  'headless',
  'user-data-dir',
  'remote-debugging-pipe',
  'no-sandbox',
  'disable-features',
  'enable-features',
])

/** Answers 204: a page made at this address commits no document, and so stays blank until we have attached to it. */
export const nowhere = 'nowhere.stand-in.localhost'

export type ChromiumOptions = {
  readonly profile: string
  readonly switches: ReadonlyMap<string, string>
  /** Port of the loopback server that answers for the application's own schemes. */
  readonly port: number
  readonly headless: boolean
}

type Call = {
  readonly resolve: (result: Protocol) => void
  readonly reject: (error: Error) => void
  readonly method: string
}
/** Windows that show need the whole browser. */
const binaryFor = (headless: boolean) =>
  process.env.STAND_IN_CHROMIUM ?? (headless ? chromiumPath : '/usr/bin/chromium')

/** One Chromium, driven over the DevTools pipe. Emits the protocol's events by session id, or as `browser`. */
export class Chromium extends EventEmitter {
  private lastId = 0
  private readonly calls = new Map<number, Call>()
  private buffered = ''
  private child: ChildProcess | null = null
  private options: ChromiumOptions | null = null
  private turn: Promise<unknown> = Promise.resolve()
  closed = false
  version = ''

  async launch(options: ChromiumOptions): Promise<void> {
    this.setMaxListeners(0)
    this.options = options
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:', DBUS_SYSTEM_BUS_ADDRESS: 'disabled:' }
    const binary = binaryFor(options.headless)
    const child = spawn(binary, commandLine(options), { env, stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] })
    this.child = child
    child.once('exit', () => {
      this.closed = true
      for (const { reject } of this.calls.values()) reject(new Error('Chromium has ended'))
      this.emit('exit')
    })
    child.once('error', (error) => {
      console.error(`stand-in: cannot start ${binary}: ${error.message}`)
      process.exit(1)
    })
    this.passOnErrors(child.stderr as Readable)
    ;(child.stdio[3] as Writable).on('error', () => undefined)
    ;(child.stdio[4] as Readable).setEncoding('utf8').on('data', (text: string) => this.receive(text))
    this.version = (await this.send('Browser.getVersion')).product.split('/')[1]
    await this.send('Target.setDiscoverTargets', { discover: true })
  }

  /** Playwright waits for the line that says where DevTools listens; the rest is noise unless asked for. */
  private passOnErrors(stream: Readable): void {
    let tail = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      const lines = (tail + text).split('\n')
      tail = lines.pop() ?? ''
      for (const line of lines) {
        if (process.env.STAND_IN_DEBUG || line.startsWith('DevTools listening on')) process.stderr.write(`${line}\n`)
      }
    })
  }

  private receive(text: string): void {
    const parts = (this.buffered + text).split('\0')
    this.buffered = parts.pop() ?? ''
    for (const part of parts) {
      const message: Protocol = JSON.parse(part)
      const call = this.calls.get(message.id)
      if (!message.id) this.emit(message.sessionId ?? 'browser', message.method, message.params)
      else if (call) {
        this.calls.delete(message.id)
        if (message.error) call.reject(new Error(`${call.method}: ${message.error.message}`))
        else call.resolve(message.result)
      }
    }
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Protocol> {
    if (this.closed || this.child === null) return Promise.reject(new Error('Chromium has ended'))
    const pipe = this.child.stdio[3] as Writable
    return new Promise((resolve, reject) => {
      const id = ++this.lastId
      this.calls.set(id, { resolve, reject, method })
      pipe.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  /** Makes a blank page in a window of its own and answers its target id. */
  createPage(size: { width: number; height: number }): Promise<string> {
    const url = `http://${nowhere}/`
    if (this.options?.headless) {
      return this.send('Target.createTarget', { url, newWindow: true, ...size }).then((made) => made.targetId)
    }
    const made = this.turn.then(() => this.createShownPage(url))
    this.turn = made
    return made
  }

  // A window without tabs and address bar needs --app=, which DevTools cannot ask for; but a second Chromium started
  // on the same profile hands its command line to the first and ends.
  private createShownPage(url: string): Promise<string> {
    return new Promise((resolve) => {
      const seen = (method: string, params: Protocol) => {
        if (method !== 'Target.targetCreated' || params.targetInfo.type !== 'page' || params.targetInfo.openerId) return
        this.off('browser', seen)
        resolve(params.targetInfo.targetId)
      }
      this.on('browser', seen)
      const profile = `--user-data-dir=${this.options?.profile}`
      spawn(binaryFor(false), ['--no-sandbox', '--test-type', profile, `--app=${url}`], { stdio: 'ignore' })
    })
  }

  async close(): Promise<void> {
    const { child } = this
    if (child === null || this.closed) return
    const gone = new Promise((settle) => {
      this.once('exit', settle)
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), 3000)
    this.send('Browser.close').catch(() => undefined)
    await gone
    clearTimeout(timer)
  }
}

function commandLine({ profile, switches, port, headless }: ChromiumOptions): string[] {
  const listed = (name: string) => (switches.get(name) ?? '').split(',').filter(Boolean)
  const rest = [...switches]
    .filter(([name]) => !ownSwitches.has(name))
    .map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`))
  return [
    ...new Set([...flags, ...rest]),
    `--disable-features=${[...new Set([...featuresOff, ...listed('disable-features')])].join(',')}`,
    `--enable-features=${listed('enable-features').join(',')}`,
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    `--host-resolver-rules=MAP *.localhost 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
    ...(headless ? ['--headless'] : []),
  ]
}
