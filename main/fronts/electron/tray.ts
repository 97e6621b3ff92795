import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron'
import type { Work } from './follow-work'

export type TrayDeps = {
  readonly icon: string
  readonly open: (route?: string) => void
  readonly quit: () => void
}

const mostPlans = 8
const longestTitle = 60

/** The icon beside the clock: what runs, what waits, and the way back to the windows. Shows the work it is given. */
export function createTray({ icon, open, quit }: TrayDeps): (work: Work) => void {
  const tray = new Tray(nativeImage.createFromPath(icon))
  tray.on('click', () => open())
  return (work) => {
    tray.setToolTip(`CleverAgents: ${sentenceOf(work)}`)
    tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(work, { open, quit })))
  }
}

export function trayTemplate(
  { waiting, running }: Work,
  { open, quit }: Pick<TrayDeps, 'open' | 'quit'>,
): MenuItemConstructorOptions[] {
  const separator = { type: 'separator' } as const
  const plans = running.slice(0, mostPlans).map((plan): MenuItemConstructorOptions => ({
    label: shortened(plan.title),
    click: () => open(`/plans/${plan.plan_id}`),
  }))
  if (running.length > mostPlans)
    plans.push({ label: `${running.length - mostPlans} more…`, click: () => open('/plans?state=processing') })
  const waits: MenuItemConstructorOptions[] =
    waiting > 0 ? [{ label: waitingWords(waiting), click: () => open('/') }, separator] : []
  return [
    ...waits,
    ...(plans.length > 0 ? plans : [{ label: 'Nothing runs', enabled: false }]),
    separator,
    { label: 'Open CleverAgents', click: () => open() },
    { label: 'New plan', click: () => open('/plans/new') },
    separator,
    { label: 'Quit', click: quit },
  ]
}

const waitingWords = (count: number) => `${count} ${count === 1 ? 'waits' : 'wait'} for you`

function sentenceOf({ waiting, running }: Work): string {
  const runs = running.length === 0 ? 'nothing runs' : `${running.length} running`
  return waiting === 0 ? runs : `${runs}, ${waitingWords(waiting)}`
}

// The system reads "&" as the mark of a key.
const shortened = (title: string) =>
  (title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title).replaceAll('&', '&&')
