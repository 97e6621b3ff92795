import { oneOf } from '../core/search'

export const settingsParts = [
  'appearance',
  'desktop',
  'providers',
  'profiles',
  'invariants',
  'validations',
  'configuration',
  'data',
  'diagnostics',
  'about',
] as const
export type SettingsPart = (typeof settingsParts)[number]

export function settingsSearch(search: Record<string, unknown>): { part?: SettingsPart | undefined } {
  return { part: oneOf(search['part'], settingsParts) }
}
