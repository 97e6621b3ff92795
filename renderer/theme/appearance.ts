import { observable, type Writable } from '../observable'
import type { Density } from '../ui'
import { readPreference, writePreference } from '../preferences'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export type Appearance = {
  readonly theme: Theme
  readonly density: Density
  /** Whether single letters work as shortcuts; some input methods need them off. */
  readonly singleKeys: boolean
}

const preference = 'appearance'

function show(appearance: Appearance): void {
  document.documentElement.dataset['density'] = appearance.density
  if (appearance.theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = appearance.theme
}

/** Restores the remembered appearance and keeps document and storage in step with it. */
export function openAppearance(tellDesktop: (theme: Theme) => void): Writable<Appearance> {
  const appearance = observable<Appearance>({
    theme: 'system',
    density: 'comfortable',
    singleKeys: true,
    ...readPreference<Partial<Appearance>>(preference, {}),
  })
  show(appearance.get())
  tellDesktop(appearance.get().theme)
  appearance.subscribe(() => {
    show(appearance.get())
    writePreference(preference, appearance.get())
    tellDesktop(appearance.get().theme)
  })
  return appearance
}
