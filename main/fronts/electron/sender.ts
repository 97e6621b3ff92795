import { appOrigin } from './bundle'

/** The part of an IPC event that says who sent it. */
export type Sender = {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
  readonly sender: { readonly id: number }
}

/** Whether a message comes from the main frame of one of our windows while it shows our own bundle. */
export function maySend(event: Sender, isKnownWindow: (webContentsId: number) => boolean): boolean {
  const frame = event.senderFrame
  return frame !== null && frame.parent === null && isKnownWindow(event.sender.id) && isBundleUrl(frame.url)
}

/** Whether an address belongs to the bundle that the application serves itself. */
export function isBundleUrl(url: string): boolean {
  return url === appOrigin || url.startsWith(`${appOrigin}/`)
}
