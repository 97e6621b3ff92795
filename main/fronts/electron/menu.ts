import { Menu, type MenuItemConstructorOptions } from 'electron'
import { openInBrowser } from './security'

const homepage = 'https://cleveragents.com/'

/** The native menu: the system's own roles, so that each platform's habits hold. */
export function setMenu({ isMac, withDevTools }: { readonly isMac: boolean; readonly withDevTools: boolean }): void {
  const developer: MenuItemConstructorOptions[] = withDevTools
    ? [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
    : []
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : [{ label: '&File', submenu: [{ role: 'quit' } as const] }]),
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...developer,
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ label: 'Website', click: () => openInBrowser(homepage) }] },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
