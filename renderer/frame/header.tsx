import { useCanGoBack, useRouter, useRouterState } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton, Kbd } from '../ui'
import { Breadcrumb } from './breadcrumb'
import { Pulse } from './pulse'

/** The router's own count of the places gone to. */
// oxlint-disable-next-line no-underscore-dangle
const indexOf = (location: { readonly state: { readonly __TSR_index: number } }) => location.state.__TSR_index

/** Whether there is a place ahead, known from the places gone back from since the window was opened. */
function useCanGoForward(): boolean {
  const { history } = useRouter()
  const at = useRouterState({ select: (state) => indexOf(state.location) })
  const [last, setLast] = useState(at)
  useEffect(
    () =>
      history.subscribe(({ location, action }) => {
        const index = indexOf(location)
        // A new place takes the place of all that was ahead.
        setLast((before) => (action.type === 'PUSH' ? index : Math.max(before, index)))
      }),
    [history],
  )
  return at < last
}

export function Header({ onPalette }: { readonly onPalette: () => void }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const canGoForward = useCanGoForward()
  return (
    <header className="flex h-10 shrink-0 items-center gap-2 border-b border-line pr-3 pl-2">
      <div className="flex shrink-0">
        <IconButton
          icon={ArrowLeft}
          label="Back"
          shortcut="alt+ArrowLeft"
          disabled={!canGoBack}
          onClick={() => router.history.back()}
        />
        <IconButton
          icon={ArrowRight}
          label="Forward"
          shortcut="alt+ArrowRight"
          disabled={!canGoForward}
          onClick={() => router.history.forward()}
        />
      </div>
      <Breadcrumb />
      <button
        type="button"
        onClick={onPalette}
        aria-label="Search and commands"
        className="flex h-7 shrink-0 items-center gap-2 rounded-md border border-line-strong px-2 text-muted transition-colors hover:bg-hover"
      >
        <Search size={13} aria-hidden />
        <span className="max-[1023px]:hidden">Search</span>
        <span className="flex max-[599px]:hidden">
          <Kbd keys="mod+k" />
        </span>
      </button>
      <Pulse />
    </header>
  )
}
