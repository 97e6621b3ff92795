import type { UpdateState } from '@shared/desktop'
import type { DesktopLog } from './desktop-log'
import type { DesktopSettings } from './desktop-settings'

/** The part of electron-updater's updater that is used. */
export type Updater = {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowPrerelease: boolean
  channel: string | null
  readonly checkForUpdates: () => Promise<unknown>
  readonly quitAndInstall: () => void
  readonly on: (event: UpdaterEvent, listener: (detail: { readonly version?: string }) => void) => unknown
}
type UpdaterEvent = 'checking-for-update' | 'update-available' | 'update-not-available' | 'update-downloaded' | 'error'

export type UpdatesDeps = {
  /** Null where this build cannot update itself: it was not installed from a package, or has no source of updates. */
  readonly load: (() => Promise<Updater>) | null
  readonly log: DesktopLog
}

export type Updates = {
  readonly state: () => UpdateState
  /** Looks at once and then every few hours, in the channel given; `off` only stops. */
  readonly follow: (channel: DesktopSettings['updateChannel']) => void
  readonly check: () => Promise<void>
  readonly install: () => void
}

const everyMs = 4 * 60 * 60 * 1000
const state = (name: UpdateState['state'], message: string, version: string | null = null): UpdateState => ({
  state: name,
  message,
  version,
})

/** Keeps the application up to date. A failure, as when offline, is normal: it is logged, and shown in Settings only. */
export function createUpdates({ load, log }: UpdatesDeps): Updates {
  let now = load
    ? state('idle', 'Not looked yet.')
    : state('off', 'This build does not update itself: it was not installed from a package with a source of updates.')
  let updater: Promise<Updater> | null = null
  let timer: NodeJS.Timeout | undefined
  let followed: DesktopSettings['updateChannel'] | null = null

  const fail = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    log('update.failed', { reason })
    now = state('failed', `Looking for a newer version failed: ${reason.split('\n')[0]}`)
  }
  const prepared = (loading: () => Promise<Updater>) =>
    (updater ??= loading().then((loaded) => {
      watch(
        loaded,
        (next) => {
          now = next
        },
        fail,
      )
      return loaded
    }))

  async function check(): Promise<void> {
    if (load === null || followed === 'off') return
    try {
      const loaded = await prepared(load)
      loaded.allowPrerelease = followed === 'beta'
      loaded.channel = followed === 'beta' ? 'beta' : 'latest'
      await loaded.checkForUpdates()
    } catch (error) {
      fail(error)
    }
  }

  return {
    state: () => now,
    check,
    follow: (channel) => {
      if (load === null || followed === channel) return
      followed = channel
      clearInterval(timer)
      if (channel === 'off') return void (now = state('off', 'Looking for newer versions is turned off.'))
      timer = setInterval(() => void check(), everyMs).unref()
      void check()
    },
    install: () => {
      if (now.state === 'ready') void updater?.then((loaded) => loaded.quitAndInstall())
    },
  }
}

function watch(updater: Updater, tell: (state: UpdateState) => void, fail: (error: unknown) => void): void {
  updater.autoDownload = true
  updater.autoInstallOnAppQuit = true
  updater.on('checking-for-update', () => tell(state('checking', 'Looking for a newer version…')))
  updater.on('update-not-available', () => tell(state('current', 'This is the newest version.')))
  updater.on('update-available', ({ version = '' }) =>
    tell(state('downloading', `Version ${version} is being downloaded.`, version)),
  )
  updater.on('update-downloaded', ({ version = '' }) =>
    tell(state('ready', `Version ${version} is ready, and starts with the next start.`, version)),
  )
  updater.on('error', fail)
}
