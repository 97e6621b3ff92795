import { textOf, textsOf } from '../core/search'
import type { Draft } from './form'

export type NewPlanSearch = {
  action?: string | undefined
  project?: string[] | undefined
  /** What the form begins with, where something leads here with values. */ args?: Draft | undefined
  /** The automation profile that it begins with; without one the action, project or settings say. */
  profile?: string | undefined
}

export function newPlanSearch(search: Record<string, unknown>): NewPlanSearch {
  return {
    action: textOf(search['action']),
    project: textsOf(search['project']),
    args: draftOf(search['args']),
    profile: textOf(search['profile']),
  }
}

function draftOf(value: unknown): Draft | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string | boolean] => typeof entry[1] === 'string' || typeof entry[1] === 'boolean',
  )
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
