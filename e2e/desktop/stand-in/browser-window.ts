import { EventEmitter } from 'node:events'
import { app, application } from './application.ts'
import { loud, onlyEvents, onlyOptions, preventable, settled } from './loud.ts'
import { WebContents } from './web-contents.ts'

const events = [
  'ready-to-show',
  'close',
  'closed',
  'show',
  'focus',
  'blur',
  'maximize',
  'minimize',
  'restore',
  'resize',
  'move',
]
const options = [
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'show',
  'title',
  'backgroundColor',
  'icon',
  'webPreferences',
]
const preferences = [
  'preload',
  'sandbox',
  'contextIsolation',
  'nodeIntegration',
  'webviewTag',
  'spellcheck',
  'devTools',
]
type Bounds = { x: number; y: number; width: number; height: number }
const windows = new Map<number, BrowserWindow>()
let focusedId = 0
let lastId = 0

/** One window; headless, its place on the screen is only remembered. */
export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId
  readonly webContents: WebContents
  private bounds: Bounds
  private title = app.getName()
  private isShown = false
  private isMax = false
  private isMin = false
  private isFull = false
  private isReadied = false
  private isClosingNow = false
  private markGone: () => void = () => undefined
  private readonly gone = new Promise<void>((settle) => {
    this.markGone = settle
  })

  constructor(given: Electron.BrowserWindowConstructorOptions = {}) {
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    super()
    onlyOptions('BrowserWindow', given, options)
    const wanted = given.webPreferences ?? {}
    onlyOptions('webPreferences', wanted, preferences)
    if (!wanted.sandbox || !wanted.contextIsolation || wanted.nodeIntegration || wanted.webviewTag || !wanted.preload) {
      throw new Error('The Electron stand-in makes sandboxed, isolated windows with a preload only')
    }
    onlyEvents('BrowserWindow', this, events)
    this.bounds = { x: given.x ?? 0, y: given.y ?? 0, width: given.width ?? 800, height: given.height ?? 600 }
    const contents = new WebContents(wanted.preload)
    this.webContents = loud('webContents', contents)
    contents.on('destroyed', () => this.destroyed())
    contents.on('ready-to-show', () => this.readied())
    contents.on('closed-by-browser', () => this.close())
    contents.on('page-title-updated', (_event, title: string) => {
      this.title = title
    })
    windows.set(this.id, this)
    application.windows.set(this.id, { close: () => this.close(), isClosing: () => this.isClosingNow, gone: this.gone })
    app.emit('web-contents-created', {}, this.webContents)
    app.emit('browser-window-created', {}, this)
    if (given.show !== false) this.show()
  }
  static getAllWindows(): BrowserWindow[] {
    return [...windows.values()]
  }
  static getFocusedWindow(): BrowserWindow | null {
    return windows.get(focusedId) ?? null
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...windows.values()].find((window) => window.webContents.id === contents.id) ?? null
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.load(url, this.bounds).finally(() => settled(this.place()))
  }
  show(): void {
    this.isMin = false
    if (!this.isShown) setImmediate(() => this.emit('show'))
    this.isShown = true
    this.focus()
  }
  focus(): void {
    if (focusedId === this.id) return
    windows.get(focusedId)?.emit('blur')
    focusedId = this.id
    setImmediate(() => this.emit('focus'))
    if (!application.headless && this.webContents.sessionId) settled(this.webContents.command('Page.bringToFront'))
  }
  isVisible(): boolean {
    return this.isShown && !this.isMin
  }
  isFocused(): boolean {
    return focusedId === this.id
  }
  isDestroyed(): boolean {
    return !windows.has(this.id)
  }
  minimize(): void {
    this.isMin = true
    this.emit('minimize')
  }
  isMinimized(): boolean {
    return this.isMin
  }
  restore(): void {
    this.isMin = false
    this.emit('restore')
  }
  maximize(): void {
    this.isMax = true
    this.emit('maximize')
  }
  isMaximized(): boolean {
    return this.isMax
  }
  setFullScreen(isFull: boolean): void {
    this.isFull = isFull
  }
  isFullScreen(): boolean {
    return this.isFull
  }
  getBounds(): Bounds {
    return { ...this.bounds }
  }
  getNormalBounds(): Bounds {
    return { ...this.bounds }
  }
  setBounds(bounds: Partial<Bounds>): void {
    Object.assign(this.bounds, bounds)
    settled(this.place())
    this.emit('resize')
    this.emit('move')
  }
  getTitle(): string {
    return this.title
  }
  close(): void {
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented || this.isDestroyed()) return
    this.isClosingNow = true
    const { targetId } = this.webContents
    if (targetId === '') return this.webContents.destroyed()
    application.chromium.send('Target.closeTarget', { targetId }).catch(() => this.webContents.destroyed())
  }

  private async place(): Promise<void> {
    const { width, height, x, y } = this.bounds
    const { webContents } = this
    if (!webContents.sessionId) return
    if (application.headless) {
      await webContents.command('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 0,
        mobile: false,
      })
      return
    }
    const { windowId } = await application.chromium.send('Browser.getWindowForTarget', {
      targetId: webContents.targetId,
    })
    await application.chromium.send('Browser.setWindowBounds', { windowId, bounds: { width, height, left: x, top: y } })
  }
  private readied(): void {
    if (this.isReadied) return
    this.isReadied = true
    this.emit('ready-to-show')
  }
  private destroyed(): void {
    if (!windows.delete(this.id)) return
    application.windows.delete(this.id)
    if (focusedId === this.id) focusedId = 0
    this.emit('closed')
    this.markGone()
    if (windows.size > 0 || application.isQuitting) return
    if (app.listenerCount('window-all-closed') === 0) app.quit()
    else app.emit('window-all-closed')
  }
}
