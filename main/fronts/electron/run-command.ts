import { BrowserWindow } from 'electron'
import { type CommandId, commandOf, type ShellCommandId, shellCommandIds } from '@shared/commands'
import type { Updates } from './updates'
import type { Windows } from './windows'

export type RunCommandDeps = { readonly windows: Windows; readonly updates: Pick<Updates, 'check'> }

const zoomStep = 0.5
const zoomRange = { min: -4, max: 6 } as const

/** Does a command of the shell, and hands one of the page to the page in front. */
export function commandRunner({ windows, updates }: RunCommandDeps) {
  const isShell = (id: CommandId): id is ShellCommandId => (shellCommandIds as readonly CommandId[]).includes(id)

  function runShell(id: ShellCommandId, window: BrowserWindow | null): void {
    switch (id) {
      case 'new-window':
        return windows.open()
      case 'zoom-in':
        return zoom(window, (level) => level + zoomStep)
      case 'zoom-out':
        return zoom(window, (level) => level - zoomStep)
      case 'zoom-reset':
        return zoom(window, () => 0)
      case 'full-screen':
        return window?.setFullScreen(!window.isFullScreen())
      case 'check-updates':
        void updates.check()
        return windows.request({ kind: 'command', id: 'about' })
    }
  }

  return {
    runShell,
    run: (id: CommandId): void => {
      if (isShell(id)) return runShell(id, BrowserWindow.getFocusedWindow())
      const { to } = commandOf(id)
      // Without a window there is nothing to do it in, but there may be a place to open one at.
      if (BrowserWindow.getAllWindows().length === 0 && to !== undefined) return windows.open(to)
      windows.request({ kind: 'command', id })
    },
  }
}

function zoom(window: BrowserWindow | null, change: (level: number) => number): void {
  if (window === null) return
  const level = change(window.webContents.getZoomLevel())
  window.webContents.setZoomLevel(Math.max(zoomRange.min, Math.min(level, zoomRange.max)))
}
