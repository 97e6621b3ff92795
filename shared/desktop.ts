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

/** Where a provider's key is kept: encrypted on disk, or in memory until the application ends. */
export type KeyState = 'stored' | 'memory'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** What only the desktop offers. Arguments are checked in the main process; keys are never given back. */
export type DesktopNative = {
  /** The folder chosen, or null where the person cancelled. */
  readonly pickFolder: () => Promise<string | null>
  /** Opens an https address in the person's browser; false where the address is refused. */
  readonly openExternal: (url: string) => Promise<boolean>
  /** Shows a file or folder in the file manager; false where it does not exist. */
  readonly revealPath: (path: string) => Promise<boolean>
  readonly setTheme: (theme: Theme) => Promise<void>
  readonly setKey: (provider: string, key: string) => Promise<KeyState>
  readonly removeKey: (provider: string) => Promise<void>
  readonly keyState: () => Promise<Readonly<Record<string, KeyState>>>
}

/** `window.cleveragents`; absent in a browser. */
export type Desktop = {
  readonly platform: string
  readonly port: DesktopPort
  readonly native: DesktopNative
}

declare global {
  interface Window {
    readonly cleveragents?: Desktop
  }
}
