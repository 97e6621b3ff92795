import { app, type Session, shell, type WebContents } from 'electron'
import { externalUrl } from './external-url'
import { appScheme } from './bundle'
import { isBundleUrl } from './sender'

/** Denies every permission, and every request that does not stay inside the application. */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  // The content policy forbids these already; this also holds where a page or a DevTools extension gets around it.
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isLocalRequest(url) }))
}

const localProtocols = new Set([`${appScheme}:`, 'data:', 'blob:', 'devtools:'])
const isLocalRequest = (url: string) => URL.canParse(url) && localProtocols.has(new URL(url).protocol)

/** Keeps every page where it is: no other address, no window of its own, no embedded view. */
export function lockContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => refuseNavigation(event, event.url))
    contents.on('will-redirect', (event) => refuseNavigation(event, event.url))
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      openInBrowser(url)
      return { action: 'deny' }
    })
  })
}

function refuseNavigation(event: Pick<Electron.Event, 'preventDefault'>, url: string): void {
  if (isBundleUrl(url)) return
  event.preventDefault()
  openInBrowser(url)
}

/** Opens an https address in the person's browser; false where it is refused. */
export function openInBrowser(address: string): boolean {
  const url = externalUrl(address)
  // A failure is the desktop's (no browser set); it shows that itself, and there is nothing to undo here.
  if (url !== null) shell.openExternal(url).catch(() => undefined)
  return url !== null
}

/** Loads the page again where its process died, at the place where it was; gives up where that keeps happening. */
export function reviveOnCrash(contents: WebContents, onGivenUp: () => void): void {
  let crashes: readonly number[] = []
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || contents.isDestroyed()) return
    const now = Date.now()
    crashes = [...crashes.filter((at) => now - at < 60_000), now]
    if (crashes.length > 3) return onGivenUp()
    const place = contents.getURL()
    // The load fails only where the window closes meanwhile.
    setImmediate(() => {
      if (!contents.isDestroyed()) contents.loadURL(place).catch(() => undefined)
    })
  })
}
