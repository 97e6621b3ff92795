import { commandOf, type PageCommandId, pageCommandIds } from '@shared/commands'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCore } from '../core/core'
import { useShortcuts } from '../core/use-shortcuts'
import { useObservable } from '../observable'
import { useFocus } from './use-focus'
import { useReconcile } from './use-reconcile'
import { Announcer } from './announcer'
import { type FrameParts, usePageCommands } from './commands'
import { ConnectionStrip } from './connection-strip'
import { DropTarget } from './drop-target'
import { Header } from './header'
import { Palette } from './palette'
import { ShortcutSheet } from './shortcut-sheet'
import { Sidebar } from './sidebar'
import { SignedOut } from './signed-out'
import { useDesktopRequests } from './use-desktop-requests'

/** Each command's own keys, of those that stand in the list. */
function useFrameShortcuts(parts: FrameParts): Readonly<Record<PageCommandId, () => void>> {
  const run = usePageCommands(parts)
  useShortcuts(
    Object.fromEntries(
      pageCommandIds.flatMap((id) => {
        const { keys } = commandOf(id)
        return keys === undefined ? [] : [[keys, run[id]]]
      }),
    ),
  )
  return run
}

/** Sidebar, header and the screen; everything that is the same everywhere. */
export function Frame(): ReactNode {
  const { connection } = useCore()
  const signedOut = useObservable(connection.status) === 'signed_out'
  const [palette, setPalette] = useState(false)
  const [sheet, setSheet] = useState(false)
  const run = useFrameShortcuts({ openPalette: () => setPalette(true), openSheet: () => setSheet(true) })
  useDesktopRequests(run)
  useFocus()
  useReconcile()
  const place = useRouterState({ select: (state) => state.resolvedLocation?.href })
  const [sheetAt, setSheetAt] = useState(place)
  // Going elsewhere, as by the browser's own back, leaves what lay over the screen behind.
  if (sheetAt !== place) {
    setSheetAt(place)
    setSheet(false)
    setPalette(false)
  }
  if (signedOut) return <SignedOut />
  return (
    <div className="flex h-full min-w-0">
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-canvas focus:px-3 focus:py-1 focus:shadow-float"
      >
        Skip to content
      </a>
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <Header onPalette={() => setPalette(true)} />
        <ConnectionStrip />
        <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
          <Outlet />
        </main>
      </div>
      <Announcer />
      <DropTarget />
      <Palette open={palette} onClose={() => setPalette(false)} onShortcuts={() => setSheet(true)} />
      <ShortcutSheet open={sheet} onClose={() => setSheet(false)} />
    </div>
  )
}
