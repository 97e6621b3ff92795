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

/** What each part is called, here and in the palette. */
export const settingsNames: Readonly<Record<SettingsPart, string>> = {
  appearance: 'Appearance',
  desktop: 'Desktop',
  providers: 'Providers',
  profiles: 'Automation profiles',
  invariants: 'Invariants',
  validations: 'Validations',
  configuration: 'Configuration',
  data: 'Data folder',
  diagnostics: 'Diagnostics',
  about: 'About',
}

export function settingsSearch(search: Record<string, unknown>): { part?: SettingsPart | undefined } {
  return { part: oneOf(search['part'], settingsParts) }
}
