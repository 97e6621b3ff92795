import type { Client } from '@shared/contract'
import { type NotificationChoice, notificationChoices } from './news'

/** What the configuration says about the desktop itself. */
export type DesktopSettings = {
  readonly notifications: NotificationChoice
  readonly editor: string | null
  readonly updateChannel: 'stable' | 'beta' | 'off'
  readonly spellCheck: boolean
}

/** What holds until the core has told. */
export const defaultDesktopSettings: DesktopSettings = {
  notifications: 'all',
  editor: null,
  updateChannel: 'off',
  spellCheck: true,
}

const channels = ['stable', 'beta', 'off'] as const

export async function readDesktopSettings(client: Client): Promise<DesktopSettings> {
  const { entries } = await client.settings.list({})
  const valueOf = (key: string) => entries.find((entry) => entry.key === key)?.value ?? null
  const editor = valueOf('desktop.editor')
  return {
    notifications: notificationChoices.find((one) => one === valueOf('desktop.notifications')) ?? 'all',
    editor: typeof editor === 'string' && editor !== '' ? editor : null,
    updateChannel: channels.find((one) => one === valueOf('desktop.update-channel')) ?? 'stable',
    spellCheck: valueOf('desktop.spell-check') !== 'off',
  }
}
