import { plural } from '@shared/model/plural'
import { isSource, isTest, type Touched } from './file-roles'
import { computed, type Risk } from './risk'

/** The tests that name a changed source file, by its path: those that the plan changed too, and those that were there. */
export type Coverage = ReadonlyMap<
  string,
  { readonly changed: readonly string[]; readonly existing: readonly string[] }
>

/** Changed source files that something should test. */
export const testable = (files: readonly Touched[]): readonly Touched[] =>
  files.filter(({ path, status }) => isSource(path) && status !== 'deleted' && status !== 'mode')

const evidenceOf = (path: string, tests: readonly string[], how: string): string =>
  `${path}: ${how} ${tests.slice(0, 3).join(', ')}${tests.length > 3 ? ` and ${tests.length - 3} more` : ''}`

/** Whether tests that name the changed source files changed with them, are there, or are missing. */
export function rateTests(files: readonly Touched[], coverage: Coverage): Risk {
  const sources = testable(files)
  const deleted = files.filter(({ path, status }) => isTest(path) && status === 'deleted').map(({ path }) => path)
  const changed = files.filter(({ path, status }) => isTest(path) && status !== 'deleted').length
  const bare = sources.filter(({ path }) => {
    const found = coverage.get(path)
    return found === undefined || found.changed.length + found.existing.length === 0
  })
  const evidence = [
    ...deleted.map((path) => `deleted test ${path}`),
    ...bare.map(({ path }) => `${path}: no test names it`),
    ...sources.flatMap(({ path }) => {
      const { changed: own = [], existing = [] } = coverage.get(path) ?? {}
      if (own.length > 0) return [evidenceOf(path, own, 'changed test')]
      return existing.length > 0 ? [evidenceOf(path, existing, 'existing test')] : []
    }),
  ]
  if (deleted.length > 0) return computed('tests', 'high', `${plural(deleted.length, 'test file')} deleted.`, evidence)
  if (sources.length === 0)
    return computed(
      'tests',
      'low',
      changed > 0 ? 'Only tests and other files were changed.' : 'No source file was changed.',
      evidence,
    )
  if (bare.length === 0) {
    const withTests = sources.filter(({ path }) => (coverage.get(path)?.changed.length ?? 0) > 0).length
    const how = withTests > 0 ? ` (${withTests} by one that changed too)` : ''
    return computed(
      'tests',
      'low',
      `${sources.length === 1 ? 'The changed source file is' : `All ${sources.length} changed source files are`} named by a test${how}.`,
      evidence,
    )
  }
  const level = bare.length >= 3 && bare.length * 2 > sources.length ? 'high' : 'medium'
  return computed(
    'tests',
    level,
    `No test names ${bare.length} of ${plural(sources.length, 'changed source file')}.`,
    evidence,
  )
}
