import { plural } from '@shared/model/plural'
import type { RiskLevel } from '@shared/model/risk'
import { sensitiveKind, type Sensitive, type Touched } from './file-roles'
import { computed, type Risk } from './risk'

const many = { files: 50, lines: 2000, bytes: 1024 * 1024 }
const some = { files: 10, lines: 300 }

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

function levelOf(files: number, lines: number, largest: number, kinds: ReadonlySet<Sensitive>): RiskLevel {
  if (files > many.files || lines > many.lines || kinds.has('migration')) return 'high'
  if (files > some.files || lines > some.lines || largest > many.bytes || kinds.size > 0) return 'medium'
  return 'low'
}

/** How much is touched, and whether the repository's ground is: dependencies, migrations, pipelines, infrastructure. */
export function rateResources(files: readonly Touched[], sizes: ReadonlyMap<string, number>): Risk {
  const lines = files.reduce((sum, file) => sum + file.insertions + file.deletions, 0)
  const touched = files.flatMap(({ path }) => {
    const kind = sensitiveKind(path)
    return kind === null ? [] : [{ path, kind }]
  })
  const large = files.flatMap(({ path }) => {
    const bytes = sizes.get(path) ?? 0
    return bytes > many.bytes ? [{ path, bytes }] : []
  })
  const kinds = new Set(touched.map(({ kind }) => kind))
  const largest = Math.max(0, ...sizes.values())
  const level = levelOf(files.length, lines, largest, kinds)
  const ground =
    kinds.size > 0
      ? `; touches ${[...kinds]
          .map((kind) => `a ${kind}`)
          .join(', ')
          .replaceAll('a infra', 'infra')}`
      : ''
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  const reason = `${plural(files.length, 'file')}, ${plural(lines, 'line')}, ${sizeText(total)}${ground}.`
  return computed('resources', level, reason, [
    ...touched.map(({ path, kind }) => `${kind}: ${path}`),
    ...large.map(({ path, bytes }) => `${sizeText(bytes)}: ${path}`),
  ])
}
