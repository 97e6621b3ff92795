import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { application } from './application.ts'
import type { Protocol } from './chromium.ts'
import { decode, encode } from './clone.ts'
import { ipcMain, type IpcEvent, ipcHandlers } from './ipc-main.ts'
import { loud, onlyEvents, preventable, settled } from './loud.ts'
import { bridge, pageWorld, preloadWorld, type WorldConfig } from './page-worlds.ts'
import { fromHttp, toHttp } from './schemes.ts'
import { session } from './session.ts'

const events = [
  'will-navigate',
  'will-redirect',
  'will-attach-webview',
  'render-process-gone',
  'did-navigate',
  'did-navigate-in-page',
  'did-finish-load',
  'destroyed',
  'preload-error',
  'page-title-updated',
  'ready-to-show',
  'closed-by-browser',
  'context-menu',
]
const worldName = 'Electron Isolated Context'
const sendName = '__standInSend'
const receiveName = '__standInReceive'
const all = new Map<number, WebContents>()
let lastId = 0

type OpenHandler = (details: { readonly url: string }) => { readonly action: 'allow' | 'deny' }
type Loading = { readonly resolve: () => void; readonly reject: (error: Error) => void; readonly url: string }

/** The page of one window: navigation, its two worlds, and messages to and from its preload. */
export class WebContents extends EventEmitter {
  readonly id = ++lastId
  readonly mainFrame: { readonly url: string; readonly parent: null }
  private readonly preload: string
  private readonly secret = randomUUID()
  private url = ''
  private loaderId = ''
  private expected: string | null = null
  private context: number | null = null
  private openHandler: OpenHandler | null = null
  private loading: Loading | null = null
  private created: Promise<void> | null = null
  private isGone = false
  private zoomLevel = 0
  readonly session = session.defaultSession
  sessionId = ''
  targetId = ''

  constructor(preload: string) {
    super()
    this.preload = preload
    const getURL = () => this.getURL()
    this.mainFrame = loud('WebFrameMain', {
      get url() {
        return getURL()
      },
      parent: null,
    })
    onlyEvents('webContents', this, events)
    all.set(this.id, this)
  }

  static fromDevToolsTargetId(targetId: string): WebContents | undefined {
    return [...all.values()].find((contents) => contents.targetId === targetId)
  }

  isDestroyed(): boolean {
    return !all.has(this.id)
  }
  getURL(): string {
    return fromHttp(this.url)
  }
  isLoadingMainFrame(): boolean {
    return this.loading !== null
  }
  getZoomLevel(): number {
    return this.zoomLevel
  }
  /** The page is laid out as if its screen were smaller, which is what zooming does to it. */
  setZoomLevel(level: number): void {
    this.zoomLevel = level
    settled(this.command('Emulation.setPageScaleFactor', { pageScaleFactor: 1.2 ** level }))
  }
  replaceMisspelling(word: string): void {
    settled(this.command('Input.insertText', { text: word }))
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
  forcefullyCrashRenderer(): void {
    settled(this.command('Page.crash'))
  }
  reload(): void {
    this.expected = this.url
    settled(this.command('Page.reload'))
  }
  /** Playwright closes pages through this. */
  close(): void {
    this.emit('closed-by-browser')
  }
  send(channel: string, ...args: unknown[]): void {
    if (this.context !== null) settled(this.deliver(encode({ type: 'event', channel, args })))
  }
  /** Says where the files lie that are about to be dropped on the page, by their names. */
  setDroppable(paths: Readonly<Record<string, string>>): Promise<unknown> {
    return this.deliver(encode({ type: 'droppable', paths }))
  }
  command(method: string, params?: object): Promise<Protocol> {
    return application.chromium.send(method, params, this.sessionId)
  }
  private deliver(text: string): Promise<unknown> {
    const expression = `${receiveName}(${JSON.stringify(text)})`
    return this.command('Runtime.evaluate', { expression, contextId: this.context, silent: true })
  }

  /** Navigates, after making the page with the size given where there is none yet. */
  load(url: string, size: { width: number; height: number }): Promise<void> {
    this.loading?.reject(new Error(`ERR_ABORTED (-3) loading '${this.loading.url}'`))
    const loaded = new Promise<void>((resolve, reject) => {
      this.loading = { url, resolve, reject }
    })
    this.expected = toHttp(url)
    this.navigate(toHttp(url), size).catch((error: Error) => {
      this.loading?.reject(new Error(`${error.message} (-2) loading '${url}'`))
      this.loading = null
    })
    return loaded
  }
  loadURL(url: string): Promise<void> {
    return this.load(url, { width: 0, height: 0 })
  }
  private async navigate(url: string, size: { width: number; height: number }): Promise<void> {
    this.created ??= this.create(size)
    await this.created
    const { errorText } = await this.command('Page.navigate', { url })
    if (errorText) throw new Error(errorText.replace('net::', ''))
  }

  private async create(size: { width: number; height: number }): Promise<void> {
    const { chromium } = application
    this.targetId = await chromium.createPage(size)
    this.sessionId = (
      await chromium.send('Target.attachToTarget', { targetId: this.targetId, flatten: true })
    ).sessionId
    chromium.on(this.sessionId, this.onPageEvent)
    chromium.on('browser', this.onBrowserEvent)
    const config: WorldConfig = {
      secret: this.secret,
      send: sendName,
      receive: receiveName,
      platform: process.platform,
    }
    const given = JSON.stringify(config)
    const preload = `function (require, module, exports, process) {\n${readFileSync(this.preload, 'utf8')}\n}`
    await Promise.all([
      this.command('Page.enable'),
      this.command('Runtime.enable'),
      this.command('Inspector.enable'),
      this.command('Page.setLifecycleEventsEnabled', { enabled: true }),
      this.command('Runtime.addBinding', { name: sendName, executionContextName: worldName }),
      this.command('Page.addScriptToEvaluateOnNewDocument', { source: `(${pageWorld})(${given}, ${bridge})` }),
      this.command('Page.addScriptToEvaluateOnNewDocument', {
        worldName,
        source: `(() => { ${encode}\n${decode}\n(${preloadWorld})(${given}, ${bridge}, ${preload}) })()`,
      }),
      this.command('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      session.defaultSession.applyPermissions(this),
    ])
  }

  private readonly onBrowserEvent = (method: string, params: Protocol) => {
    if (params.targetId !== this.targetId) return
    if (method === 'Target.targetDestroyed') this.destroyed()
    if (method === 'Target.targetCrashed') this.crashed()
  }
  /** Called when the page has gone, or its window is to go without waiting for it. */
  destroyed(): void {
    if (!all.delete(this.id)) return
    application.chromium.off(this.sessionId, this.onPageEvent)
    application.chromium.off('browser', this.onBrowserEvent)
    this.loading?.reject(new Error('ERR_ABORTED (-3)'))
    this.emit('destroyed')
  }
  private crashed(): void {
    if (this.isGone) return
    this.isGone = true
    this.context = null
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
  }

  private readonly onPageEvent = (method: string, params: Protocol) => {
    const isMain = (frameId: string) => frameId === this.targetId
    switch (method) {
      case 'Runtime.bindingCalled':
        if (params.name === sendName) this.fromPage(decode(params.payload) as Protocol, params.executionContextId)
        break
      case 'Runtime.executionContextCreated': {
        const { context } = params
        if (context.name === worldName && isMain(context.auxData.frameId)) this.context = context.id
        break
      }
      case 'Runtime.executionContextsCleared':
        this.context = null
        break
      case 'Fetch.requestPaused':
        settled(this.decideRequest(params))
        break
      case 'Page.frameNavigated':
        if (!params.frame.parentId) this.navigated(params.frame)
        break
      case 'Page.navigatedWithinDocument':
        if (isMain(params.frameId)) {
          this.url = params.url
          this.emit('did-navigate-in-page', {}, this.getURL(), true)
        }
        break
      case 'Page.lifecycleEvent':
        if (isMain(params.frameId) && params.loaderId === this.loaderId) this.lifecycle(params.name)
        break
      case 'Inspector.targetCrashed':
        this.crashed()
        break
      case 'Page.frameRequestedNavigation':
        // Other schemes raise no request that could be held up; Chromium leads nowhere with them.
        if (!/^(https?|file|about|data|blob|javascript):/.test(params.url))
          this.willNavigate('will-navigate', params.url)
        break
      default:
    }
  }
  private navigated(frame: Protocol): void {
    this.isGone = false
    this.url = frame.unreachableUrl ?? frame.url + (frame.urlFragment ?? '')
    this.loaderId = frame.unreachableUrl ? '' : frame.loaderId
    if (!frame.unreachableUrl && this.url !== 'about:blank') this.emit('did-navigate', {}, this.getURL(), 200, 'OK')
  }
  private lifecycle(name: string): void {
    if (this.url === 'about:blank') return
    if (name === 'firstPaint' || name === 'load') this.emit('ready-to-show')
    if (name !== 'load') return
    this.emit('did-finish-load')
    this.loading?.resolve()
    this.loading = null
  }
  private willNavigate(name: 'will-navigate' | 'will-redirect', url: string): boolean {
    const event = preventable({ url, isMainFrame: true, isSameDocument: false })
    this.emit(name, event, url)
    return !event.defaultPrevented
  }
  private async decideRequest(params: Protocol): Promise<void> {
    const { requestId, request, resourceType, frameId, redirectedRequestId } = params
    const url = fromHttp(request.url)
    const refuse = (errorReason: string) => this.command('Fetch.failRequest', { requestId, errorReason })
    if (resourceType === 'Document' && frameId === this.targetId) {
      const isAsked = request.url.split('#')[0] === this.expected?.split('#')[0]
      this.expected = null
      const name = redirectedRequestId ? 'will-redirect' : 'will-navigate'
      if (!isAsked && !this.willNavigate(name, url)) return refuse('Aborted')
    }
    if (await session.defaultSession.isCancelled(url)) return refuse('BlockedByClient')
    return this.command('Fetch.continueRequest', { requestId })
  }

  private fromPage(message: Protocol, contextId: number): void {
    if (message.type === 'title') return void this.emit('page-title-updated', {}, message.title)
    if (message.type === 'preload-error') {
      console.error(`Unable to load preload script: ${message.message}`)
      return void this.emit('preload-error', {}, this.preload, new Error(message.message))
    }
    if (message.type === 'open') {
      const answer = this.openHandler?.({ url: fromHttp(message.url) })
      if (answer?.action !== 'deny') throw new Error('The Electron stand-in opens no window for a page')
      return
    }
    const event: IpcEvent = loud('IpcMainEvent', { sender: this, senderFrame: this.mainFrame })
    if (message.type === 'send') return void ipcMain.emit(message.channel, event, ...message.args)
    settled(
      ipcHandlers.answer(event, message).then((answer) => {
        if (contextId === this.context) return this.deliver(answer)
        return undefined
      }),
    )
  }
}
