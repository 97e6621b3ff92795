import { expect, type Page } from '@playwright/test'

export type PlaceName = 'Inbox' | 'Plans' | 'Projects' | 'Resources' | 'Actions' | 'Settings'

/** Sidebar, header, palette and what is said in passing; the same on every screen. */
export function frame(page: Page) {
  const side = page.getByRole('navigation', { name: 'Main' })
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  return {
    side,
    palette,
    title: page.getByRole('heading', { level: 1 }),
    main: page.getByRole('main'),
    signIn: page.getByRole('heading', { name: 'This page needs a session' }),
    reconnecting: page.getByText('Reconnecting to the core'),
    async goTo(place: PlaceName) {
      // The inbox tells in its name how many plans wait.
      await side.getByRole('link', { name: new RegExp(`^${place}`) }).click()
      await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible()
    },
    /** What was said in a corner about a step just done. */
    said: (text: string | RegExp) => page.getByRole('region', { name: /^Notifications/ }).getByText(text),
    async command(text: string) {
      await page.keyboard.press('ControlOrMeta+k')
      await palette.getByRole('combobox').fill(text)
      await palette.getByRole('option').first().click()
    },
  }
}

/** Picks from a list that opens under its control. */
export async function choose(page: Page, control: ReturnType<Page['getByRole']>, option: string | RegExp) {
  await control.click()
  await page.getByRole('option', { name: option }).click()
}
