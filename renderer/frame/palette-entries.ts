import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  CircleDot,
  FilePlus2,
  FolderPlus,
  Keyboard,
  type LucideIcon,
  Moon,
  Plus,
  Rows3,
  Settings,
  Sun,
  SunMoon,
} from 'lucide-react'
import { useAsk, useCore } from '../core/core'
import { settingsParts } from '../settings/search'
import { type Theme, themes } from '../theme/appearance'
import { densities } from '../ui'
import { places, settingsPlace } from './places'
import type { Rankable } from './rank'

export type Entry = Rankable & {
  readonly group: 'Commands' | 'Screens' | 'Plans' | 'Projects' | 'Resources' | 'Actions'
  readonly icon: LucideIcon
  readonly note?: string
  readonly keys?: string
  readonly run: () => void
}

const themeIcons: Readonly<Record<Theme, LucideIcon>> = { system: SunMoon, light: Sun, dark: Moon }

function useCommands(onShortcuts: () => void): readonly Entry[] {
  const navigate = useNavigate()
  const { appearance } = useCore()
  const command = (id: string, label: string, icon: LucideIcon, run: () => void, keys?: string): Entry => ({
    id,
    group: 'Commands',
    label,
    icon,
    run,
    ...(keys ? { keys } : {}),
  })
  return [
    command('new-plan', 'New plan', Plus, () => void navigate({ to: '/plans/new' }), 'n'),
    command(
      'register',
      'Register a resource',
      FolderPlus,
      () => void navigate({ to: '/resources', search: { register: true } }),
    ),
    command('new-project', 'New project', Plus, () => void navigate({ to: '/projects', search: { create: true } })),
    command('new-action', 'New action', FilePlus2, () => void navigate({ to: '/actions/new' })),
    command('shortcuts', 'Keyboard shortcuts', Keyboard, onShortcuts, '?'),
    ...densities.map((density) =>
      command(`density-${density}`, `Density: ${density}`, Rows3, () =>
        appearance.set({ ...appearance.get(), density }),
      ),
    ),
    ...themes.map((theme) =>
      command(`theme-${theme}`, `Theme: ${theme}`, themeIcons[theme], () =>
        appearance.set({ ...appearance.get(), theme }),
      ),
    ),
  ]
}

function useScreens(): readonly Entry[] {
  const navigate = useNavigate()
  const go = (place: (typeof places)[number]): Entry => ({
    id: `screen:${place.to}`,
    group: 'Screens',
    label: place.label,
    icon: place.icon,
    keys: place.keys,
    run: () => void navigate({ to: place.to }),
  })
  const parts = settingsParts.map((part): Entry => ({
    id: `settings:${part}`,
    group: 'Screens',
    label: `Settings › ${part[0]?.toUpperCase()}${part.slice(1)}`,
    icon: Settings,
    run: () => void navigate({ to: '/settings', search: { part } }),
  }))
  return [...places.map(go), go(settingsPlace), ...parts]
}

/** Everything the palette reaches: commands, screens and every entity by its name. */
export function useEntries(onShortcuts: () => void): readonly Entry[] {
  const navigate = useNavigate()
  const ask = useAsk()
  const plans = useQuery(ask.plans.list.queryOptions({ input: {} }))
  const projects = useQuery(ask.projects.list.queryOptions())
  const resources = useQuery(ask.resources.list.queryOptions({ input: {} }))
  const actions = useQuery(ask.actions.list.queryOptions({ input: {} }))
  const iconOf = (index: number) => places[index]?.icon ?? CircleDot
  return [
    ...useCommands(onShortcuts),
    ...useScreens(),
    ...(plans.data?.plans ?? []).map((plan): Entry => ({
      id: `plan:${plan.plan_id}`,
      group: 'Plans',
      label: plan.title,
      keywords: `${plan.plan_id} ${plan.action} ${plan.projects.join(' ')}`,
      note: plan.short_id,
      icon: iconOf(1),
      run: () => void navigate({ to: '/plans/$planId', params: { planId: plan.plan_id } }),
    })),
    ...(projects.data?.projects ?? []).map((project): Entry => ({
      id: `project:${project.name}`,
      group: 'Projects',
      label: project.name,
      keywords: project.description,
      icon: iconOf(2),
      run: () => void navigate({ to: '/projects/$', params: { _splat: project.name } }),
    })),
    ...(resources.data?.resources ?? []).map((resource): Entry => ({
      id: `resource:${resource.name}`,
      group: 'Resources',
      label: resource.name,
      keywords: resource.path,
      note: resource.type,
      icon: iconOf(3),
      run: () => void navigate({ to: '/resources/$', params: { _splat: resource.name } }),
    })),
    ...(actions.data?.actions ?? []).map((action): Entry => ({
      id: `action:${action.name}`,
      group: 'Actions',
      label: action.name,
      keywords: action.description,
      icon: iconOf(4),
      run: () => void navigate({ to: '/actions/$', params: { _splat: action.name } }),
    })),
  ]
}
