/** Where a command stands in the native menu. */
export const menuNames = ['file', 'view', 'go', 'help'] as const
export type MenuName = (typeof menuNames)[number]

export type Command = {
  readonly label: string
  readonly menu: MenuName
  /** `page`: the window's page does it; `shell`: the desktop around it does, so that a browser does not offer it. */
  readonly by: 'page' | 'shell'
  /** A key the page binds, as `useShortcuts` writes it; the native menu only shows it where it holds a modifier. */
  readonly keys?: string
  /** A key that the native menu binds, as Electron writes it. */
  readonly accelerator?: string
  /** The screen that the command leads to. */
  readonly to?: string
  /** Begins a new group in its menu. */
  readonly apart?: true
}

/** Every command there is: the palette, the shortcuts and the native menu all read this one list. */
export const commands = {
  'new-plan': { label: 'New plan', menu: 'file', by: 'page', keys: 'n', to: '/plans/new' },
  'new-window': { label: 'New window', menu: 'file', by: 'shell', accelerator: 'CmdOrCtrl+Shift+N' },
  register: { label: 'Register a resource', menu: 'file', by: 'page', to: '/resources?register=true', apart: true },
  'new-project': { label: 'New project', menu: 'file', by: 'page', to: '/projects?create=true' },
  'new-action': { label: 'New action', menu: 'file', by: 'page', to: '/actions/new' },
  palette: { label: 'Search and commands', menu: 'view', by: 'page', keys: 'mod+k' },
  'theme-system': { label: 'Theme: system', menu: 'view', by: 'page', apart: true },
  'theme-light': { label: 'Theme: light', menu: 'view', by: 'page' },
  'theme-dark': { label: 'Theme: dark', menu: 'view', by: 'page' },
  'density-comfortable': { label: 'Density: comfortable', menu: 'view', by: 'page', apart: true },
  'density-compact': { label: 'Density: compact', menu: 'view', by: 'page' },
  'zoom-in': { label: 'Zoom in', menu: 'view', by: 'shell', accelerator: 'CmdOrCtrl+Plus', apart: true },
  'zoom-out': { label: 'Zoom out', menu: 'view', by: 'shell', accelerator: 'CmdOrCtrl+-' },
  'zoom-reset': { label: 'Actual size', menu: 'view', by: 'shell', accelerator: 'CmdOrCtrl+0' },
  'full-screen': { label: 'Full screen', menu: 'view', by: 'shell', accelerator: 'F11' },
  back: { label: 'Back', menu: 'go', by: 'page', keys: 'alt+ArrowLeft' },
  forward: { label: 'Forward', menu: 'go', by: 'page', keys: 'alt+ArrowRight' },
  'screen:/': { label: 'Inbox', menu: 'go', by: 'page', keys: 'g i', to: '/', apart: true },
  'screen:/plans': { label: 'Plans', menu: 'go', by: 'page', keys: 'g p', to: '/plans' },
  'screen:/projects': { label: 'Projects', menu: 'go', by: 'page', keys: 'g j', to: '/projects' },
  'screen:/resources': { label: 'Resources', menu: 'go', by: 'page', keys: 'g r', to: '/resources' },
  'screen:/actions': { label: 'Actions', menu: 'go', by: 'page', keys: 'g a', to: '/actions' },
  'screen:/settings': { label: 'Settings', menu: 'go', by: 'page', keys: 'g s', to: '/settings' },
  shortcuts: { label: 'Keyboard shortcuts', menu: 'help', by: 'page', keys: '?' },
  diagnostics: { label: 'Diagnostics', menu: 'help', by: 'page', to: '/settings?part=diagnostics' },
  about: { label: 'About CleverAgents', menu: 'help', by: 'page', to: '/settings?part=about', apart: true },
  'check-updates': { label: 'Check for updates', menu: 'help', by: 'shell' },
} as const satisfies Readonly<Record<string, Command>>

export type CommandId = keyof typeof commands
type By<Who extends Command['by']> = {
  [Id in CommandId]: (typeof commands)[Id]['by'] extends Who ? Id : never
}[CommandId]
/** A command of the page. */
export type PageCommandId = By<'page'>
/** A command of the desktop around the page. */
export type ShellCommandId = By<'shell'>

export const commandIds = Object.keys(commands) as readonly CommandId[]
const idsBy = (who: Command['by']) => commandIds.filter((id) => commands[id].by === who)
export const pageCommandIds = idsBy('page') as readonly PageCommandId[]
export const shellCommandIds = idsBy('shell') as readonly ShellCommandId[]

/** A command with every optional part in its type. */
export const commandOf = (id: CommandId): Command => commands[id]
