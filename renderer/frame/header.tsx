import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Search } from 'lucide-react'
import { IconButton, Kbd } from '../ui'
import { Breadcrumb } from './breadcrumb'
import { Pulse } from './pulse'

export function Header({ onPalette }: { readonly onPalette: () => void }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
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
        <Kbd keys="mod+k" />
      </button>
      <Pulse />
    </header>
  )
}
