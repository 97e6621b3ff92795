import type { Page } from '@playwright/test'

export type SettingsPartName =
  | 'Appearance'
  | 'Desktop'
  | 'About'
  | 'Providers'
  | 'Automation profiles'
  | 'Invariants'
  | 'Validations'
  | 'Configuration'
  | 'Diagnostics'

export function settings(page: Page) {
  return {
    part: (name: SettingsPartName) => page.getByRole('region', { name }),
    open: (name: SettingsPartName) =>
      page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click(),
  }
}
