import { invalid, missing } from '@shared/model/refusal'
import { plainRelative } from './domain/containment'
import type { Resource } from './domain/resource'
import type { Contained, Refused } from './ports'

/** Brings a path inside a resource to its plain form; refuses one that could lead out of it. */
export function pathInside(resource: Resource, path: string): string {
  const plain = plainRelative(path)
  if (plain === undefined) throw refusalOf(resource, path, 'outside')
  return plain
}

/** The value of a contained read, or its refusal. */
export function valueOf<T>(resource: Resource, path: string, read: Contained<T>): T {
  if (read.ok) return read.value
  throw refusalOf(resource, path, read.refused)
}

function refusalOf(resource: Resource, path: string, refused: Refused) {
  const details = { resource_id: resource.id, path }
  const shown = path === '' ? resource.path : path
  switch (refused) {
    case 'missing':
      return missing('resource.entry_missing', `${resource.name} has no "${shown}".`, {
        hint: 'List its folder to see what there is.',
        details,
      })
    case 'denied':
      return invalid('resource.entry_denied', `"${shown}" may not be read.`, {
        hint: 'Give your user permission to read it.',
        details,
      })
    case 'outside':
      return invalid('resource.path_outside', `"${shown}" leads outside ${resource.name} and was not read.`, {
        hint: "Use a path below the resource; links that leave it, and git's own folder, are never followed.",
        details,
      })
    case 'wrong_kind':
      return invalid('resource.entry_kind', `"${shown}" is not of the kind that was asked for.`, {
        hint: 'Folders are listed, files are read.',
        details,
      })
  }
}
