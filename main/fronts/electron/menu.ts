import { Menu, type MenuItemConstructorOptions } from 'electron'
import { type Command, type CommandId, commandIds, commandOf, type MenuName } from '@shared/commands'

export type MenuDeps = {
  readonly isMac: boolean
  readonly withDevTools: boolean
  readonly run: (id: CommandId) => void
  readonly openHomepage: () => void
}

/** The native menu: every command of the application, and the system's own roles, so that each platform's habits hold. */
export function setMenu(deps: MenuDeps): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(deps)))
}

export function menuTemplate({ isMac, withDevTools, run, openHomepage }: MenuDeps): MenuItemConstructorOptions[] {
  const of = (menu: MenuName) => itemsOf(menu, run)
  const separator = { type: 'separator' } as const
  const developer: MenuItemConstructorOptions[] = withDevTools
    ? [separator, { role: 'reload' }, { role: 'toggleDevTools' }]
    : []
  const ends: MenuItemConstructorOptions[] = isMac
    ? [separator, { role: 'close' }]
    : [separator, { role: 'close' }, { role: 'quit' }]
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: '&File', submenu: [...of('file'), ...ends] },
    { role: 'editMenu' },
    { label: '&View', submenu: [...of('view'), ...developer] },
    { label: '&Go', submenu: of('go') },
    { role: 'windowMenu' },
    { role: 'help', submenu: [...of('help'), { label: 'Website', click: openHomepage }] },
  ]
}

function itemsOf(menu: MenuName, run: (id: CommandId) => void): MenuItemConstructorOptions[] {
  return commandIds
    .filter((id) => commandOf(id).menu === menu)
    .flatMap((id) => {
      const command = commandOf(id)
      const item: MenuItemConstructorOptions = { id, label: command.label, click: () => run(id), ...keyOf(command) }
      return command.apart ? [{ type: 'separator' } as const, item] : [item]
    })
}

/** The shell's keys are the menu's own; the page's are only shown, since the page knows when they must rest. */
function keyOf({ accelerator, keys }: Command): MenuItemConstructorOptions {
  if (accelerator !== undefined) return { accelerator }
  if (keys === undefined || !/^(mod|alt)\+/.test(keys)) return {}
  const shown = keys
    .split('+')
    .map((key) => ({ mod: 'CmdOrCtrl', alt: 'Alt' })[key] ?? key.replace(/^Arrow/, ''))
    .map((key) => (key.length === 1 ? key.toUpperCase() : key))
  return { accelerator: shown.join('+'), registerAccelerator: false }
}
