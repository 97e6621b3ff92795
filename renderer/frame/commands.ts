import {
  type CommandId,
  type PageCommandId,
  pageCommandIds,
  type ShellCommandId,
  shellCommandIds,
} from '@shared/commands'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCore } from '../core/core'
import { desktop } from '../desktop'
import type { Theme } from '../theme/appearance'
import type { Density } from '../ui'
import { places, settingsPlace } from './places'

/** What the frame itself opens. */
export type FrameParts = { readonly openPalette: () => void; readonly openSheet: () => void }

/** How the page does each of its commands, whether the palette, a key or the native menu asked. */
export function usePageCommands({ openPalette, openSheet }: FrameParts): Readonly<Record<PageCommandId, () => void>> {
  const navigate = useNavigate()
  const router = useRouter()
  const { appearance } = useCore()
  const withTheme = (theme: Theme) => () => appearance.set({ ...appearance.get(), theme })
  const withDensity = (density: Density) => () => appearance.set({ ...appearance.get(), density })
  const jumps = Object.fromEntries(
    [...places, settingsPlace].map((place) => [`screen:${place.to}`, () => void navigate({ to: place.to })]),
  ) as Readonly<Record<`screen:${(typeof settingsPlace)['to']}`, () => void>>
  return {
    ...jumps,
    'new-plan': () => void navigate({ to: '/plans/new' }),
    register: () => void navigate({ to: '/resources', search: { register: true } }),
    'new-project': () => void navigate({ to: '/projects', search: { create: true } }),
    'new-action': () => void navigate({ to: '/actions/new' }),
    palette: openPalette,
    shortcuts: openSheet,
    'theme-system': withTheme('system'),
    'theme-light': withTheme('light'),
    'theme-dark': withTheme('dark'),
    'density-comfortable': withDensity('comfortable'),
    'density-compact': withDensity('compact'),
    back: () => router.history.back(),
    forward: () => router.history.forward(),
    diagnostics: () => void navigate({ to: '/settings', search: { part: 'diagnostics' } }),
    about: () => void navigate({ to: '/settings', search: { part: 'about' } }),
  }
}

/** Commands that can be given here: a browser has no shell around the page. */
export function commandsHere(): readonly CommandId[] {
  return desktop() ? [...pageCommandIds, ...shellCommandIds] : pageCommandIds
}

export function isShellCommand(id: CommandId): id is ShellCommandId {
  return (shellCommandIds as readonly CommandId[]).includes(id)
}
