import { Notification, type NotificationConstructorOptions } from 'electron'
import { isShown, isWanted, type News, type NotificationChoice } from './news'

export type NotificationsDeps = {
  readonly platform: NodeJS.Platform
  readonly choice: () => NotificationChoice
  /** The place shown by the window that has the person's eye, or null. */
  readonly lookedAt: () => string | null
  readonly open: (route: string) => void
}

/** What waits sounds like a question; what is finished like a close, and where the system has but one sound, not at all. */
export function notificationOptions({ kind, title, body }: News, platform: NodeJS.Platform) {
  const options: NotificationConstructorOptions = { title, body }
  if (platform === 'darwin') options.sound = kind === 'waits' ? 'Ping' : 'Glass'
  else options.silent = kind === 'finished'
  // A question stays until it is seen.
  if (platform !== 'darwin') options.timeoutType = kind === 'waits' ? 'never' : 'default'
  return options
}

/** Tells news through the system, unless it is turned off or in front of the person already. */
export function createNotifications({ platform, choice, lookedAt, open }: NotificationsDeps): (news: News) => void {
  // Held until they are closed: one that is collected as garbage no longer hears a click.
  const shown = new Set<Notification>()
  return (news) => {
    if (!Notification.isSupported() || !isWanted(news, choice()) || isShown(news, lookedAt())) return
    const notification = new Notification(notificationOptions(news, platform))
    const forget = () => void shown.delete(notification)
    notification.on('click', () => {
      forget()
      open(news.route)
    })
    notification.on('close', forget)
    shown.add(notification)
    notification.show()
  }
}
