type Unsubscribe = () => void

/** The line that the desktop hands over: raw frames of the core's protocol. */
export type DesktopPort = {
  readonly postMessage: (frame: string | Uint8Array) => void
  readonly onMessage: (listener: (frame: string | Uint8Array) => void) => Unsubscribe
  readonly onClose: (listener: () => void) => Unsubscribe
}

export type DesktopNative = {
  readonly pickFolder: () => Promise<string | null>
  readonly openExternal: (url: string) => Promise<boolean>
  readonly revealPath: (path: string) => Promise<boolean>
  readonly setTheme: (theme: 'system' | 'light' | 'dark') => Promise<void>
  readonly setKey: (provider: string, key: string) => Promise<'stored' | 'memory'>
  readonly removeKey: (provider: string) => Promise<void>
}

export type Desktop = { readonly platform: string; readonly port: DesktopPort; readonly native: DesktopNative }

/** What only the desktop offers; undefined in a browser. */
export function desktop(): Desktop | undefined {
  return (window as { readonly cleveragents?: Desktop }).cleveragents
}
