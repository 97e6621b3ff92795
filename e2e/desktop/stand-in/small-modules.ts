import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import { app } from './application.ts'
import { BrowserWindow } from './browser-window.ts'
import { loud, onlyEvents, onlyOptions, settled } from './loud.ts'

/** What the application asked the system for; specs read it as `globalThis.standIn`, or replace the functions themselves. */
const recorded = {
  externals: [] as string[],
  revealed: [] as string[],
  dialogs: [] as unknown[],
  notifications: [] as Notification[],
  popups: [] as Menu[],
}
Object.assign(globalThis, { standIn: recorded })

/** Nobody sits in front of it: every question is answered with cancel. */
export const dialog = loud('dialog', {
  showOpenDialog: async (...args: unknown[]) => {
    recorded.dialogs.push({ name: 'showOpenDialog', options: args.at(-1) })
    return { canceled: true, filePaths: [] as string[] }
  },
  showMessageBox: async (...args: unknown[]) => {
    const options = args.at(-1) as Electron.MessageBoxOptions
    recorded.dialogs.push({ name: 'showMessageBox', options })
    return { response: options.cancelId ?? options.defaultId ?? 0, checkboxChecked: false }
  },
  showErrorBox: (title: string, content: string) => {
    recorded.dialogs.push({ name: 'showErrorBox', options: { title, content } })
    console.error(`${title}\n${content}`)
  },
} satisfies Pick<Electron.Dialog, 'showOpenDialog' | 'showMessageBox' | 'showErrorBox'>)

export const shell = loud('shell', {
  openExternal: async (url: string) => {
    recorded.externals.push(url)
  },
  showItemInFolder: (path: string) => {
    recorded.revealed.push(path)
  },
} satisfies Pick<Electron.Shell, 'openExternal' | 'showItemInFolder'>)

type Item = Omit<Electron.MenuItemConstructorOptions, 'click'> & { readonly click: () => void }
let applicationMenu: Menu | null = null
const itemOptions = ['id', 'label', 'role', 'type', 'accelerator', 'registerAccelerator', 'enabled', 'submenu', 'click']

/** A menu that is never drawn, but whose items can be clicked by a spec. */
export class Menu {
  readonly items: readonly Item[]
  constructor(items: readonly Item[]) {
    this.items = items
  }
  static buildFromTemplate(template: readonly Electron.MenuItemConstructorOptions[]): Menu {
    return new Menu(template.map((options) => menuItem(options)))
  }
  popup(): void {
    recorded.popups.push(this)
  }
  getMenuItemById(id: string): Item | null {
    const find = (items: readonly Item[]): Item | null => {
      for (const item of items) {
        const found = item.id === id ? item : find((item.submenu ?? []) as unknown as readonly Item[])
        if (found) return found
      }
      return null
    }
    return find(this.items)
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu
  }
}
function menuItem(options: Electron.MenuItemConstructorOptions): Item {
  onlyOptions('MenuItem', options, itemOptions)
  const submenu = Array.isArray(options.submenu) ? options.submenu.map((inner) => menuItem(inner)) : undefined
  return {
    ...options,
    ...(submenu && { submenu }),
    click: () => {
      if (options.click) (options.click as () => void)()
      else if (options.role === 'quit') app.quit()
      else if (options.role === 'close') BrowserWindow.getFocusedWindow()?.close()
      else if (options.role === 'reload') BrowserWindow.getFocusedWindow()?.webContents.reload()
      else throw new Error(`The Electron stand-in does not perform the role ${options.role}`)
    },
  }
}

/** A system without a key store, as on a server: only plain text, and only where the application insists on it. */
let isPlainAllowed = false
const marker = Buffer.from('v10')
export const safeStorage = loud('safeStorage', {
  isEncryptionAvailable: () => isPlainAllowed,
  getSelectedStorageBackend: () => 'basic_text' as const,
  setUsePlainTextEncryption: (allowed: boolean) => {
    isPlainAllowed = allowed
  },
  encryptString: (text: string) => {
    if (!isPlainAllowed) throw new Error('Error while encrypting the text. Encryption is not available.')
    return Buffer.concat([marker, Buffer.from(text).map((byte) => byte ^ 0x5a)])
  },
  decryptString: (bytes: Buffer) => {
    if (!isPlainAllowed || !bytes.subarray(0, 3).equals(marker))
      throw new Error('Error while decrypting the ciphertext.')
    return Buffer.from(bytes.subarray(3).map((byte) => byte ^ 0x5a)).toString()
  },
} satisfies Pick<
  Electron.SafeStorage,
  | 'isEncryptionAvailable'
  | 'getSelectedStorageBackend'
  | 'setUsePlainTextEncryption'
  | 'encryptString'
  | 'decryptString'
>)

let themeSource: Electron.NativeTheme['themeSource'] = 'system'
export const nativeTheme = loud(
  'nativeTheme',
  Object.defineProperties(onlyEvents('nativeTheme', new EventEmitter(), ['updated']), {
    shouldUseDarkColors: { get: () => themeSource === 'dark' },
    themeSource: {
      get: () => themeSource,
      set: (source: Electron.NativeTheme['themeSource']) => {
        themeSource = source
        nativeTheme.emit('updated')
        const value = source === 'system' ? '' : source
        for (const { webContents } of BrowserWindow.getAllWindows()) {
          const features = [{ name: 'prefers-color-scheme', value }]
          settled(webContents.command('Emulation.setEmulatedMedia', { features }))
        }
      },
    },
  }),
)

export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true
  }
  readonly options: Electron.NotificationConstructorOptions
  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super()
    onlyOptions('Notification', options, ['title', 'body', 'silent', 'sound', 'timeoutType'])
    onlyEvents('Notification', this, ['show', 'click', 'close'])
    this.options = options
  }
  show(): void {
    recorded.notifications.push(this)
    setImmediate(() => this.emit('show', {}))
  }
}

const area = { x: 0, y: 0, width: 1280, height: 800 }
export const screen = loud('screen', {
  getAllDisplays: () => [{ id: 1, bounds: area, workArea: area, scaleFactor: 1 }],
})

const preload = fileURLToPath(new URL('./utility-child.cts', import.meta.url))
export const utilityProcess = loud('utilityProcess', {
  fork: (file: string, args: readonly string[] = [], options: Electron.ForkOptions = {}) => {
    onlyOptions('utilityProcess.fork', options, ['serviceName', 'stdio', 'env', 'cwd'])
    if (options.stdio !== 'inherit')
      throw new Error('The Electron stand-in starts utility processes with stdio: inherit')
    const child = fork(file, args, {
      cwd: options.cwd,
      env: (options.env ?? process.env) as NodeJS.ProcessEnv,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning', '--require', preload],
      serialization: 'advanced',
    })
    return utility(child)
  },
})

function utility(child: ChildProcess) {
  const emitter = onlyEvents('utilityProcess', new EventEmitter(), ['spawn', 'message', 'exit'])
  child.once('spawn', () => emitter.emit('spawn'))
  child.on('message', (message) => emitter.emit('message', message))
  child.once('exit', (code) => emitter.emit('exit', code ?? 1))
  // As with Electron, the children end with the main process, however that ends.
  process.once('exit', () => child.kill('SIGKILL'))
  return loud(
    'utilityProcess',
    Object.assign(emitter, {
      pid: child.pid,
      postMessage: (message: unknown) => {
        if (child.connected) child.send(message as object)
      },
      kill: () => child.kill(),
    }),
  )
}
