import { Boxes, FolderGit2, Inbox, ListChecks, type LucideIcon, Settings, Zap } from 'lucide-react'

export type Place = {
  readonly to: '/' | '/plans' | '/projects' | '/resources' | '/actions' | '/settings'
  readonly label: string
  readonly icon: LucideIcon
  readonly keys: string
}

export const places: readonly Place[] = [
  { to: '/', label: 'Inbox', icon: Inbox, keys: 'g i' },
  { to: '/plans', label: 'Plans', icon: ListChecks, keys: 'g p' },
  { to: '/projects', label: 'Projects', icon: Boxes, keys: 'g j' },
  { to: '/resources', label: 'Resources', icon: FolderGit2, keys: 'g r' },
  { to: '/actions', label: 'Actions', icon: Zap, keys: 'g a' },
]
export const settingsPlace: Place = { to: '/settings', label: 'Settings', icon: Settings, keys: 'g s' }
