import { plural } from '@shared/model/plural'
import type { Touched } from './file-roles'
import type { FileNames } from './rate-api'
import { computed, type Risk } from './risk'

/** Where words still stand in the files of the changeset's result, by the word. */
export type Mentions = ReadonlyMap<string, readonly string[]>

const some = (paths: readonly string[]): string =>
  `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`

/** Whether something that is gone is still used: removed names, deleted and moved files. */
export function rateBreaking(
  names: readonly FileNames[],
  gone: readonly (Pick<Touched, 'path'> & { readonly stem: string | null })[],
  mentions: Mentions,
): Risk {
  const removed = names.flatMap(({ path, changes }) =>
    changes.removed.map(({ name }) => ({ path, name, last: name.split('.').at(-1) ?? name })),
  )
  const changed = names.flatMap(({ path, changes }) => changes.changed.map(({ name }) => `${name} (${path})`))
  const used = removed.flatMap(({ path, name, last }) => {
    const places = (mentions.get(last) ?? []).filter((place) => place !== path)
    return places.length > 0 ? [`${name}, removed from ${path}, is still named in ${some(places)}`] : []
  })
  const imported = gone.flatMap(({ path, stem }) => {
    const places = stem === null ? [] : (mentions.get(stem) ?? [])
    return places.length > 0 ? [`${path} is gone and still named in ${some(places)}`] : []
  })
  const evidence = [...imported, ...used]
  if (evidence.length > 0)
    return computed(
      'breaking',
      'high',
      `${plural(evidence.length, 'thing')} that ${evidence.length === 1 ? 'is' : 'are'} gone still in use.`,
      evidence,
    )
  if (removed.length > 0)
    return computed(
      'breaking',
      'medium',
      `${plural(removed.length, 'public name')} removed; nothing here uses ${removed.length === 1 ? 'it' : 'them'}, code elsewhere may.`,
      removed.map(({ name, path }) => `${name} (${path})`),
    )
  if (changed.length > 0)
    return computed(
      'breaking',
      'medium',
      `Callers have to fit ${plural(changed.length, 'changed signature')}.`,
      changed,
    )
  return computed('breaking', 'low', 'None found: nothing that other code names was taken away.')
}
