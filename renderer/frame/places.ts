import { commands } from '@shared/commands'
import { Boxes, FolderGit2, Inbox, ListChecks, type LucideIcon, Settings, Zap } from 'lucide-react'

export type Place = {
  readonly to: '/' | '/plans' | '/projects' | '/resources' | '/actions' | '/settings'
  readonly label: string
  readonly icon: LucideIcon
  readonly keys: string
}

const place = (to: Place['to'], icon: LucideIcon): Place => {
  const { label, keys } = commands[`screen:${to}`]
  return { to, label, keys, icon }
}

export const places: readonly Place[] = [
  place('/', Inbox),
  place('/plans', ListChecks),
  place('/projects', Boxes),
  place('/resources', FolderGit2),
  place('/actions', Zap),
]
export const settingsPlace: Place = place('/settings', Settings)
