import type { Page } from '@playwright/test'

/** Automation profiles in the settings. */
export function profiles(page: Page) {
  const list = page.getByRole('list', { name: 'Automation profiles' })
  const editor = page.getByRole('dialog', { name: /^(New automation profile|Edit )/ })
  return {
    editor,
    profile: (name: string) => list.getByRole('button', { name: new RegExp(`^${name}`) }),
    duplicate: (name: string) => page.getByRole('button', { name: `Duplicate ${name}` }),
    edit: (name: string) => page.getByRole('button', { name: `Edit ${name}` }),
    remove: (name: string) => page.getByRole('button', { name: `Remove ${name}` }),
    name: editor.getByRole('textbox', { name: 'Name' }),
    slider: (subject: string) => editor.getByRole('slider', { name: subject }),
    asksFirst: (tool: string) =>
      editor.getByRole('group', { name: 'Tools that ask first' }).getByRole('checkbox', { name: tool, exact: true }),
    guards: editor.getByRole('list', { name: 'What the guards do' }),
    yaml: editor.getByRole('textbox', { name: 'Profile as YAML' }),
    writtenAs: (way: 'Form' | 'YAML') => editor.getByRole('button', { name: way }),
    problems: editor.getByRole('list', { name: 'Problems' }),
    save: editor.getByRole('button', { name: 'Save profile' }),
    undo: page.getByRole('region', { name: /^Notifications/ }).getByRole('button', { name: 'Undo' }),
  }
}
