import type { ConfigEntry } from '@shared/contract/settings'
import type { SettingEntry, Settings } from './create-settings'

type Context = { readonly signal?: AbortSignal }

export const entryView = ({ choices, ...entry }: SettingEntry): ConfigEntry => ({
  ...entry,
  choices: choices && [...choices],
})

export function createSettingsHandlers(settings: Settings) {
  return {
    get: async (input: { key: string; project?: string }, _context: Context) =>
      entryView(settings.get(input.key, input.project)),
    set: async (input: { key: string; value: string; project?: string }, _context: Context) => {
      const { entry, previous, scope } = settings.set(input.key, input.value, input.project)
      return { ...entryView(entry), previous: previous.value, previous_source: previous.source, scope }
    },
    list: async (input: { project?: string }, _context: Context) => ({
      entries: settings.list(input.project).map(entryView),
    }),
  }
}
