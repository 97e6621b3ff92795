import { describe, expect, it } from 'vitest'
import type { InvariantChecks, InvariantScope } from '@shared/model/invariant'
import { brokenPaths } from './check-changes'
import { escalates } from './escalates'
import { noChecks } from './invariant'
import { proposeEscalation } from './propose-escalation'
import { resolveInvariants } from './resolve-invariants'

const rule = (
  id: string,
  scope: InvariantScope,
  text: string,
  more: Partial<InvariantChecks> = {},
  locked = false,
) => ({
  id,
  scope,
  text,
  checks: { ...noChecks, ...more },
  nonOverridable: locked,
})
const ids = (rules: readonly { id: string }[]) => rules.map(({ id }) => id)

describe('resolveInvariants', () => {
  it('takes the union of the scopes, widest first', () => {
    const all = [rule('p', 'plan', 'D'), rule('g', 'global', 'A'), rule('a', 'action', 'C'), rule('r', 'project', 'B')]
    expect(ids(resolveInvariants(all).effective)).toEqual(['g', 'r', 'a', 'p'])
  })

  it.each([
    ['the same in other words of case and stop', 'Use the ORM.', 'use the orm', {}, {}],
    ['the opposite', 'Never use raw SQL', 'Use raw SQL', {}, {}],
    [
      'paths that exclude each other',
      'Leave the database',
      'Only the database',
      { neverPaths: ['src/db/**'] },
      { onlyPaths: ['src/db/**', 'src/db/x.ts'] },
    ],
  ])('lets the narrower win where two are in conflict: %s', (_what, wide, narrow, wideChecks, narrowChecks) => {
    const { effective, overridden } = resolveInvariants([
      rule('g', 'global', wide, wideChecks),
      rule('p', 'plan', narrow, narrowChecks),
    ])
    expect(ids(effective)).toEqual(['p'])
    expect(overridden).toMatchObject([{ invariant: { id: 'g' }, by: { id: 'p' } }])
  })

  it('lets a locked global one win, and of two locked ones the wider', () => {
    const locked = rule('g', 'global', 'Never use raw SQL', {}, true)
    expect(ids(resolveInvariants([locked, rule('p', 'plan', 'Use raw SQL')]).effective)).toEqual(['g'])
    expect(ids(resolveInvariants([locked, rule('p', 'plan', 'Use raw SQL', {}, true)]).effective)).toEqual(['g'])
  })

  it('keeps rules that only meet', () => {
    const all = [
      rule('g', 'global', 'Leave migrations', { neverPaths: ['migrations/**'] }),
      rule('p', 'plan', 'Only sources', { onlyPaths: ['src/**'] }),
    ]
    expect(resolveInvariants(all).overridden).toEqual([])
  })
})

describe('proposeEscalation', () => {
  it.each([
    ['Any change to database migration files requires explicit human approval', ['**/*migration*']],
    ['Changes to authentication or authorization logic require security review', ['**/*auth*']],
    ['Changes in src/billing/** must be reviewed by a person', ['src/billing/**']],
  ])('%s', (text, paths) => {
    expect(proposeEscalation(text)?.escalate).toEqual({ always: false, paths, decisionTypes: [] })
  })

  it('proposes every decision where the text names nothing', () => {
    expect(proposeEscalation('Every change requires approval')?.escalate.always).toBe(true)
  })

  it.each(['Database queries must use the ORM', 'Reviewers like short functions'])('leaves alone: %s', (text) => {
    expect(proposeEscalation(text)).toBeNull()
  })
})

describe('escalates', () => {
  const migrations = { always: false, paths: ['**/*migration*'], decisionTypes: [] }
  it.each([
    ['its path', { paths: ['db/migrations/0002.sql'], words: '' }, true],
    ['a word of it', { paths: [], words: 'Create Alembic migration for users table schema change?' }, true],
    ['a path in its words', { paths: [], words: 'Edit `db/migrations/1.sql`' }, true],
    ['nothing of it', { paths: ['src/a.ts'], words: 'Rename a function' }, false],
  ])('goes by %s', (_what, decision, expected) => {
    expect(escalates(migrations, { type: 'implementation_choice', ...decision })).toBe(expected)
  })
  it('goes by type, and by always', () => {
    const decision = { type: 'strategy_choice', paths: [], words: 'x' }
    expect(escalates({ always: false, paths: [], decisionTypes: ['strategy_choice'] }, decision)).toBe(true)
    expect(escalates({ always: true, paths: [], decisionTypes: [] }, decision)).toBe(true)
    expect(escalates({ always: false, paths: [], decisionTypes: [] }, decision)).toBe(false)
  })
})

describe('brokenPaths', () => {
  const changes = [
    { resource: 'r', path: 'src/a.ts', oldPath: null, status: 'modified', newMode: '100644', newOid: 'a1' },
    {
      resource: 'r',
      path: 'src/new.ts',
      oldPath: 'migrations/1.sql',
      status: 'renamed',
      newMode: '100644',
      newOid: 'b1',
    },
  ]
  const keysOf = (change: object) =>
    brokenPaths({ onlyPaths: ['docs'], neverPaths: null }, [{ ...changes[1]!, ...change }])!.findings.map(
      ({ keys }) => keys,
    )
  it('names what lies outside of what may change, and inside of what may not; a rename touches both its names', () => {
    expect(brokenPaths({ onlyPaths: ['src/**'], neverPaths: null }, changes)?.evidence).toContain('migrations/1.sql')
    expect(brokenPaths({ onlyPaths: null, neverPaths: ['migrations/**'] }, changes)?.evidence).toContain(
      'migrations/1.sql',
    )
    expect(brokenPaths({ onlyPaths: ['src/**', 'migrations'], neverPaths: ['docs/**'] }, changes)).toBeNull()
  })
  it.each([
    { newOid: 'b2' },
    { newMode: '100755' },
    { newMode: null, newOid: '00', status: 'deleted' },
    { resource: 's' },
  ])('goes by what was made of a file under both its names: %o is another finding', (change) => {
    const before = keysOf({})
    expect(before).toHaveLength(2)
    expect(keysOf({})).toEqual(before)
    expect(keysOf(change).flat()).not.toEqual(expect.arrayContaining([before[0]![0]]))
    expect(keysOf(change).flat()).not.toEqual(expect.arrayContaining([before[1]![0]]))
  })
})
