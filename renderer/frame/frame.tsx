import { Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCore } from '../core/core'
import { useShortcuts } from '../core/use-shortcuts'
import { useObservable } from '../observable'
import { Announcer } from './announcer'
import { ConnectionStrip } from './connection-strip'
import { Header } from './header'
import { Palette } from './palette'
import { places, settingsPlace } from './places'
import { ShortcutSheet } from './shortcut-sheet'
import { Sidebar } from './sidebar'
import { SignedOut } from './signed-out'

function useFrameShortcuts(open: { readonly palette: () => void; readonly sheet: () => void }) {
  const navigate = useNavigate()
  const router = useRouter()
  const jumps = Object.fromEntries(
    [...places, settingsPlace].map((place) => [place.keys, () => void navigate({ to: place.to })]),
  )
  useShortcuts({
    ...jumps,
    'mod+k': open.palette,
    '?': open.sheet,
    n: () => void navigate({ to: '/plans/new' }),
    'alt+ArrowLeft': () => router.history.back(),
    'alt+ArrowRight': () => router.history.forward(),
  })
}

/** Sidebar, header and the screen; everything that is the same everywhere. */
export function Frame(): ReactNode {
  const { connection } = useCore()
  const signedOut = useObservable(connection.status) === 'signed_out'
  const [palette, setPalette] = useState(false)
  const [sheet, setSheet] = useState(false)
  useFrameShortcuts({ palette: () => setPalette(true), sheet: () => setSheet(true) })
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
      <Palette open={palette} onClose={() => setPalette(false)} onShortcuts={() => setSheet(true)} />
      <ShortcutSheet open={sheet} onClose={() => setSheet(false)} />
    </div>
  )
}
