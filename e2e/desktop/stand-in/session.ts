import { application } from './application.ts'
import { loud } from './loud.ts'
import type { WebContents } from './web-contents.ts'

type RequestHandler = (contents: WebContents, permission: string, answer: (granted: boolean) => void) => void
type BeforeRequest = (details: { readonly url: string }, answer: (response: { cancel?: boolean }) => void) => void

/** Chromium's name of each permission → Electron's. */
const permissions = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  'clipboard-read': 'clipboard-read',
  midi: 'midi',
  camera: 'media',
  microphone: 'media',
} as const

let permissionHandler: RequestHandler | null = null
let isSpellCheckerEnabled = true
let beforeRequest: BeforeRequest | null = null

const defaultSession = {
  setPermissionRequestHandler: (handler: RequestHandler | null) => {
    permissionHandler = handler
  },
  // Over DevTools Chromium asks nobody, so these two have nobody to answer to; what the first one says counts.
  setPermissionCheckHandler: () => undefined,
  setDevicePermissionHandler: () => undefined,
  // Chromium's own spelling is not reached over DevTools; specs look at what was asked for.
  isSpellCheckerEnabled: () => isSpellCheckerEnabled,
  setSpellCheckerEnabled: (enabled: boolean) => {
    isSpellCheckerEnabled = enabled
  },
  addWordToSpellCheckerDictionary: () => true,
  webRequest: loud('webRequest', {
    onBeforeRequest: (listener: BeforeRequest | null) => {
      beforeRequest = listener
    },
  }),
  /** Asks the handler about each permission beforehand, since Chromium does not ask when a page does. */
  applyPermissions: async (contents: WebContents): Promise<void> => {
    for (const [name, permission] of Object.entries(permissions)) {
      const granted = await new Promise<boolean>((answer) => {
        if (permissionHandler === null) answer(true)
        else permissionHandler(contents, permission, answer)
      })
      const setting = granted ? 'granted' : 'denied'
      await application.chromium.send('Browser.setPermission', { permission: { name }, setting })
    }
  },
  isCancelled: (url: string): Promise<boolean> =>
    new Promise((settle) => {
      if (beforeRequest === null) settle(false)
      else beforeRequest({ url }, ({ cancel }) => settle(cancel === true))
    }),
}

export const session = loud('session', { defaultSession: loud('session.defaultSession', defaultSession) })
