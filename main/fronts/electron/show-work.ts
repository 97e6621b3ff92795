import { join } from 'node:path'
import { app, session } from 'electron'
import { createBadge } from './badge'
import type { DesktopCore } from './desktop-core'
import { defaultDesktopSettings } from './desktop-settings'
import { followWork, noWork, type Work } from './follow-work'
import { createNotifications } from './notifications'
import { createTray } from './tray'
import type { Updates } from './updates'
import type { Windows } from './windows'

export type ShowWorkDeps = {
  readonly core: Pick<DesktopCore, 'host'>
  readonly windows: Windows
  readonly updates: Updates
  /** The folder with the pictures. */
  readonly icons: string
  readonly signal: AbortSignal
}

const idleMs = 60_000

/** Keeps badge, tray and notifications in step with the core, and the shell with its settings. */
export function showWork({ core, windows, updates, icons, signal }: ShowWorkDeps) {
  const { platform } = process
  let work: Work = noWork
  let settings = defaultDesktopSettings
  const whenIdle = afterIdle(idleMs)
  const showTray = createTray({
    icon: join(icons, platform === 'darwin' ? 'trayTemplate.png' : 'tray.png'),
    open: (route) => windows.show(route),
    quit: () => app.quit(),
  })
  const showBadge = createBadge(platform, join(icons, 'overlay.png'))
  const show = (next: Work) => {
    work = next
    showTray(work)
    showBadge(work.waiting)
    whenIdle.tell(work.running.length > 0)
  }
  show(noWork)
  void followWork({
    address: core.host.address,
    signal,
    onWork: show,
    onNews: createNotifications({
      platform,
      choice: () => settings.notifications,
      lookedAt: windows.lookedAt,
      open: (route) => windows.show(route),
    }),
    onSettings: (next) => {
      settings = next
      session.defaultSession.setSpellCheckerEnabled(settings.spellCheck)
      updates.follow(settings.updateChannel)
    },
  })
  return {
    work: () => work,
    settings: () => settings,
    /** Calls back each time nothing has run for a minute. */
    onIdle: whenIdle.listen,
  }
}

function afterIdle(ms: number) {
  let timer: NodeJS.Timeout | undefined
  let listener: () => void = () => {}
  return {
    listen: (next: () => void) => {
      listener = next
    },
    tell: (isBusy: boolean) => {
      clearTimeout(timer)
      if (!isBusy) timer = setTimeout(() => listener(), ms).unref()
    },
  }
}
