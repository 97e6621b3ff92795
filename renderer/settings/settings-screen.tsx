import type { ReactNode } from 'react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { InvariantList } from '../invariants/invariant-list'
import { cx } from '../ui'
import { ValidationsPart } from '../validations/validations-part'
import { AboutPart } from './about-part'
import { AppearancePart } from './appearance-part'
import { ConfigurationPart } from './configuration-part'
import { DataPart } from './data-part'
import { DesktopPart } from './desktop-part'
import { DiagnosticsPart } from './diagnostics-part'
import { ProfilesPart } from './profiles-part'
import { ProvidersPart } from './providers-part'
import { settingsNames, type SettingsPart, settingsParts } from './search'

const route = getRouteApi('/settings')

function Part({ part }: { readonly part: SettingsPart }) {
  switch (part) {
    case 'appearance':
      return <AppearancePart />
    case 'desktop':
      return <DesktopPart />
    case 'providers':
      return <ProvidersPart />
    case 'profiles':
      return <ProfilesPart />
    case 'invariants':
      return <InvariantList target={{ scope: 'global' }} />
    case 'validations':
      return <ValidationsPart />
    case 'configuration':
      return <ConfigurationPart />
    case 'data':
      return <DataPart />
    case 'diagnostics':
      return <DiagnosticsPart />
    case 'about':
      return <AboutPart />
  }
}

export function SettingsScreen(): ReactNode {
  const part = route.useSearch().part ?? 'appearance'
  return (
    <div className="flex min-h-0 flex-1 max-[799px]:flex-col">
      <nav
        aria-label="Settings"
        className="flex w-48 shrink-0 flex-col gap-0.5 border-r border-line p-2 max-[799px]:w-full max-[799px]:flex-row max-[799px]:flex-wrap max-[799px]:border-r-0 max-[799px]:border-b"
      >
        {settingsParts.map((one) => (
          <Link
            key={one}
            to="/settings"
            search={{ part: one }}
            aria-current={one === part ? 'page' : undefined}
            className={cx(
              'focus-inset flex h-row items-center rounded-md px-2.5',
              one === part ? 'bg-selected font-medium' : 'text-muted hover:bg-hover hover:text-ink',
            )}
          >
            {settingsNames[one]}
          </Link>
        ))}
      </nav>
      <section aria-label={settingsNames[part]} className="min-h-0 flex-1 overflow-y-auto px-6 py-4">
        <div className="flex max-w-3xl flex-col gap-5">
          <h2 className="text-lg">{settingsNames[part]}</h2>
          <Part part={part} />
        </div>
      </section>
    </div>
  )
}
