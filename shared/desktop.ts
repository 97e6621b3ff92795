import type { PageCommandId, ShellCommandId } from './commands'

/** Channel names between a window's preload and the desktop's main process; nothing else crosses. */
export const desktopChannels = {
  /** preload → main: (connection) a new connection to the core is wanted. */
  open: 'core:open',
  /** both ways: (connection, frame) one raw frame of the core's protocol. */
  frame: 'core:frame',
  /** main → preload: (connection) that connection ended; its calls are lost. */
  closed: 'core:closed',
  /** preload → main, answered: (call name, argument) what only the desktop can do. */
  native: 'native',
  /** main → preload: (request) something for the page to do. */
  request: 'request',
} as const

/** A frame as it travels; the protocol's encoder yields text, or bytes where a value holds a file. */
export type Frame = string | Uint8Array

/** Ends a subscription. */
export type Unsubscribe = () => void

/**
 * The window's line to the core. When `onClose` fires, every call in flight is lost and a fresh connection has
 * already been asked for: make a new client on the same port and subscribe again.
 */
export type DesktopPort = {
  readonly postMessage: (frame: Frame) => void
  readonly onMessage: (listener: (frame: Frame) => void) => Unsubscribe
  readonly onClose: (listener: () => void) => Unsubscribe
}

/** What the desktop asks of the page: a command of the menu, a place to go to, folders dropped on it, a file opened with it. */
export type DesktopRequest =
  | { readonly kind: 'command'; readonly id: PageCommandId }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'folders'; readonly paths: readonly string[] }
  | { readonly kind: 'action-file'; readonly name: string; readonly text: string }

/** Where a provider's key is kept: encrypted on disk, or in memory until the application ends. */
export type KeyState = 'stored' | 'memory'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** How far looking for a newer version has come. `off`: this build or the settings do not look. */
export type UpdateState = {
  readonly state: 'off' | 'idle' | 'checking' | 'current' | 'downloading' | 'ready' | 'failed'
  /** One sentence for the person. */
  readonly message: string
  readonly version: string | null
}

/** The editor that opens files, and where that was found; null where only the system's own choice is left. */
export type EditorChoice = {
  readonly command: string
  readonly from: 'configuration' | 'environment' | 'detected'
} | null

/** What only the desktop offers. Arguments are checked in the main process; keys are never given back. */
export type DesktopNative = {
  /** The folder chosen, or null where the person cancelled. */
  readonly pickFolder: () => Promise<string | null>
  /** Opens an https address in the person's browser; false where the address is refused. */
  readonly openExternal: (url: string) => Promise<boolean>
  /** Shows a file or folder of a resource or sandbox in the file manager; false where there is no such thing. */
  readonly revealPath: (path: string) => Promise<boolean>
  /** Opens a file or folder of a resource or sandbox in the person's editor; false where there is no such thing. */
  readonly openInEditor: (path: string, line?: number) => Promise<boolean>
  readonly editor: () => Promise<EditorChoice>
  readonly setTheme: (theme: Theme) => Promise<void>
  readonly setKey: (provider: string, key: string) => Promise<KeyState>
  readonly removeKey: (provider: string) => Promise<void>
  readonly keyState: () => Promise<Readonly<Record<string, KeyState>>>
  readonly runCommand: (id: ShellCommandId) => Promise<void>
  readonly openAtLogin: () => Promise<boolean>
  readonly setOpenAtLogin: (on: boolean) => Promise<boolean>
  readonly updateState: () => Promise<UpdateState>
  /** Ends the application and starts the version that was downloaded. */
  readonly installUpdate: () => Promise<void>
}

/** `window.cleveragents`; absent in a browser. */
export type Desktop = {
  readonly platform: string
  readonly port: DesktopPort
  readonly native: DesktopNative
  /** Requests that came before anybody listened are kept for the first listener. */
  readonly onRequest: (listener: (request: DesktopRequest) => void) => Unsubscribe
}

declare global {
  interface Window {
    readonly cleveragents?: Desktop
  }
}
