import { type CommandId, commandOf } from '@shared/commands'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  AppWindow,
  ArrowLeft,
  ArrowRight,
  CircleDot,
  FilePlus2,
  FolderPlus,
  Info,
  Keyboard,
  type LucideIcon,
  Maximize,
  Moon,
  Plus,
  RefreshCw,
  Rows3,
  Search,
  Settings,
  Stethoscope,
  Sun,
  SunMoon,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { useAsk } from '../core/core'
import { desktop } from '../desktop'
import { settingsNames, settingsParts } from '../settings/search'
import { commandsHere, type FrameParts, isShellCommand, usePageCommands } from './commands'
import { places, settingsPlace } from './places'
import type { Rankable } from '../format/rank'

export type Entry = Rankable & {
  readonly group: 'Commands' | 'Screens' | 'Plans' | 'Projects' | 'Resources' | 'Actions'
  readonly icon: LucideIcon
  readonly note?: string
  readonly keys?: string
  readonly run: () => void
}

const icons: Readonly<Partial<Record<CommandId, LucideIcon>>> = {
  'new-plan': Plus,
  'new-window': AppWindow,
  register: FolderPlus,
  'new-project': Plus,
  'new-action': FilePlus2,
  shortcuts: Keyboard,
  'theme-system': SunMoon,
  'theme-light': Sun,
  'theme-dark': Moon,
  'density-comfortable': Rows3,
  'density-compact': Rows3,
  'zoom-in': ZoomIn,
  'zoom-out': ZoomOut,
  'zoom-reset': Search,
  'full-screen': Maximize,
  back: ArrowLeft,
  forward: ArrowRight,
  diagnostics: Stethoscope,
  about: Info,
  'check-updates': RefreshCw,
}

/** Every command but the palette's own; screens stand in a group of theirs. */
function useCommands(parts: FrameParts): readonly Entry[] {
  const page = usePageCommands(parts)
  const run = (id: CommandId) => (isShellCommand(id) ? void desktop()?.native.runCommand(id) : page[id]())
  return commandsHere()
    .filter((id) => id !== 'palette' && !id.startsWith('screen:'))
    .map((id) => {
      const { label, keys } = commandOf(id)
      return {
        id,
        group: 'Commands',
        label,
        icon: icons[id] ?? CircleDot,
        run: () => run(id),
        ...(keys ? { keys } : {}),
      }
    })
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
    label: `Settings › ${settingsNames[part]}`,
    icon: Settings,
    run: () => void navigate({ to: '/settings', search: { part } }),
  }))
  return [...places.map(go), go(settingsPlace), ...parts]
}

/** Everything the palette reaches: commands, screens and every entity by its name. */
export function useEntries(parts: FrameParts): readonly Entry[] {
  const navigate = useNavigate()
  const ask = useAsk()
  const plans = useQuery(ask.plans.list.queryOptions({ input: {} }))
  const projects = useQuery(ask.projects.list.queryOptions())
  const resources = useQuery(ask.resources.list.queryOptions({ input: {} }))
  const actions = useQuery(ask.actions.list.queryOptions({ input: {} }))
  const iconOf = (index: number) => places[index]?.icon ?? CircleDot
  return [
    ...useCommands(parts),
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
