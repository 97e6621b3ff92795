import { beforeEach, describe, expect, it } from 'vitest'
import { actions as contract } from '@shared/contract/actions'
import { Refusal } from '@shared/model/refusal'
import { openDatabase } from '../infrastructure/db/open'
import { archiveAction } from './archive-action'
import { createAction } from './create-action'
import { findAction } from './find-action'
import { createActionHandlers } from './handlers'
import { requireArgs } from './require-args'
import { builtinSources, seedActions } from './seed-actions'
import { markUsed, takeAction } from './take-action'
import { actionDeps } from './testing'

const source = (name: string, more = '') => `name: ${name}\ndefinition_of_done: done\n${more}`

/** The data of the refusal that a call raises. */
function refusal(call: () => unknown) {
  try {
    call()
  } catch (error) {
    if (error instanceof Refusal) return error.data
    throw error
  }
  throw new Error('nothing was refused')
}

describe('actions in the database', () => {
  let opened: ReturnType<typeof openDatabase>
  let deps: ReturnType<typeof actionDeps>['deps']
  let told: string[]
  beforeEach(() => {
    opened = openDatabase(':memory:')
    ;({ deps, told } = actionDeps(opened.db))
    return () => opened.close()
  })

  it('stores an action, tells of it and finds it by name in any case, bare name, id and piece of id', () => {
    const made = createAction(deps, { source: source('local/Fix') })
    expect(told).toEqual([`action ${made.id}`])
    for (const query of [
      'local/Fix',
      'LOCAL/fix',
      'fix',
      made.id,
      made.id.slice(0, 10),
      made.id.slice(-8).toLowerCase(),
    ]) {
      expect(findAction(query, deps.actions)).toEqual(made)
    }
  })

  it('refuses a name that exists in another case and leaves the action; replace makes a revision', () => {
    const first = createAction(deps, { source: source('local/fix') })
    expect(refusal(() => createAction(deps, { source: source('local/FIX', 'description: other\n') }))).toMatchObject({
      kind: 'conflict',
      code: 'action.exists',
      details: { revision: 1 },
    })
    expect(findAction('fix', deps.actions)).toEqual(first)
    const second = createAction(deps, { source: source('local/FIX', 'description: other\n'), replace: true })
    expect(second).toMatchObject({ id: first.id, name: 'local/FIX', revision: 2, createdAt: first.createdAt })
    expect(findAction('fix', deps.actions)).toEqual(second)
    const kept = opened.sqlite.prepare('SELECT revision, source FROM action_revisions ORDER BY revision').all()
    expect(kept).toEqual([
      { revision: 1, source: first.source },
      { revision: 2, source: second.source },
    ])
  })

  it('replaces one that came with the application, until somebody has edited that', () => {
    seedActions(deps, [source('local/fix')])
    const own = createAction(deps, { source: source('local/fix', 'description: mine\n') })
    expect(own).toMatchObject({ revision: 2, builtin: false })
    expect(refusal(() => createAction(deps, { source: source('local/fix') })).code).toBe('action.exists')
    expect(findAction('fix', deps.actions)).toEqual(own)
  })

  it('stores nothing of a faulty text and lists every fault', () => {
    const data = refusal(() => createAction(deps, { source: 'nme: x\nstate: gone\n' }))
    expect(data).toMatchObject({ kind: 'invalid', code: 'action.invalid' })
    expect(data.message).toMatch(/4 faults; nothing was stored\. Line 1, column 1/)
    expect(data.details.diagnostics).toHaveLength(4)
    expect(deps.actions.count()).toBe(0)
    expect(told).toEqual([])
  })

  it('names what comes near a name that is not there', () => {
    createAction(deps, { source: source('local/fix-bug') })
    expect(refusal(() => findAction('fix-bgu', deps.actions))).toMatchObject({
      kind: 'missing',
      code: 'action.not_found',
      hint: 'Did you mean local/fix-bug?',
    })
  })

  it('says which actions an ambiguous piece of an id may mean', () => {
    const ids = ['01HXR1B1C2D3E4F5G6H7I8J9K0', '01HXR1B1C2ZZE4F5G6H7I8J9K1']
    const fixed = actionDeps(opened.db, { newId: () => ids.shift() ?? '' }).deps
    createAction(fixed, { source: source('a') })
    createAction(fixed, { source: source('b') })
    const data = refusal(() => findAction('01HXR1B1', fixed.actions))
    expect(data).toMatchObject({ kind: 'conflict', code: 'action.ambiguous_id' })
    expect(data.details.candidates).toHaveLength(2)
  })

  it('lists by namespace and state, where an underscore is no wildcard', () => {
    for (const name of ['my_team/b', 'myxteam/a', 'my_team/A']) createAction(deps, { source: source(name) })
    createAction(deps, { source: source('my_team/c', 'state: draft\n') })
    const names = (filter = {}) => deps.actions.list(filter).map((action) => action.name)
    expect(names()).toEqual(['my_team/A', 'my_team/b', 'my_team/c', 'myxteam/a'])
    expect(names({ namespace: 'MY_TEAM', state: 'available' })).toEqual(['my_team/A', 'my_team/b'])
    expect(names({ state: 'draft' })).toEqual(['my_team/c'])
  })

  it('lets a plan take what is available, and nothing else', () => {
    createAction(deps, { source: source('open') })
    createAction(deps, { source: source('sketch', 'state: draft\n') })
    expect(takeAction(deps, 'open').name).toBe('local/open')
    expect(refusal(() => takeAction(deps, 'sketch'))).toMatchObject({ kind: 'conflict', code: 'action.draft' })
    archiveAction(deps, 'open')
    const again = archiveAction(deps, 'open')
    expect(again.state).toBe('archived')
    expect(refusal(() => takeAction(deps, 'open'))).toMatchObject({ kind: 'conflict', code: 'action.archived' })
    createAction(deps, { source: source('open'), replace: true })
    expect(takeAction(deps, 'open').revision).toBe(2)
  })

  it('archives what is not reusable with its first plan, and keeps what is', () => {
    createAction(deps, { source: source('once', 'reusable: false\n') })
    createAction(deps, { source: source('often') })
    for (const name of ['once', 'often']) markUsed(deps, takeAction(deps, name))
    expect(refusal(() => takeAction(deps, 'once')).message).toContain('its one plan has been made')
    expect(takeAction(deps, 'often').state).toBe('available')
  })

  it('refuses args with everything that is wrong with them', () => {
    const args = 'args: [{ name: bug, type: string, required: true }, { name: count, type: integer, default: 1 }]\n'
    const { definition } = createAction(deps, { source: source('x', args) })
    expect(requireArgs(definition, { bug: 'b' })).toEqual({ bug: 'b', count: 1 })
    const data = refusal(() => requireArgs(definition, { count: 'x', other: 1 }))
    expect(data).toMatchObject({ kind: 'invalid', code: 'action.args_invalid' })
    expect(data.details.faults).toHaveLength(3)
    expect(data.hint).toContain('agents action show local/x')
  })

  describe('the actions that come with the application', () => {
    it('are seeded once', () => {
      seedActions(deps)
      seedActions(deps)
      const list = deps.actions.list()
      expect(list.map((action) => [action.name, action.revision, action.builtin, action.state])).toEqual(
        ['local/fix-bug', 'local/generate-tests', 'local/rewrite-pattern', 'local/run-command'].map((name) => [
          name,
          1,
          true,
          'available',
        ]),
      )
      expect(list.map((action) => action.definition.actors.execution)).toEqual([
        null,
        null,
        'builtin/rewrite',
        'builtin/command',
      ])
    })

    it("never overwrite a person's revision or archiving, and do get a newer text of ours", () => {
      seedActions(deps)
      createAction(deps, { source: source('local/fix-bug', 'description: mine\n'), replace: true })
      archiveAction(deps, 'run-command')
      const newer = Object.values(builtinSources).map((text) => text.replace('description: "', 'description: "New: '))
      seedActions(deps, newer)
      expect(findAction('fix-bug', deps.actions)).toMatchObject({
        revision: 2,
        builtin: false,
        definition: { description: 'mine' },
      })
      expect(findAction('run-command', deps.actions)).toMatchObject({ revision: 2, state: 'archived', builtin: true })
      expect(findAction('generate-tests', deps.actions).definition.description).toMatch(/^New: /)
    })
  })

  it('answers what the contract says', async () => {
    const handlers = createActionHandlers({ ...deps, known: () => ({ defaultActors: [] }) })
    const output = <K extends keyof typeof contract>(name: K, value: unknown) =>
      contract[name]['~orpc'].outputSchema?.parse(value)
    const yaml = source(
      'x',
      'args: [{ name: a, type: choice, choices: [b] }]\ninvariants: [{ text: t, command: make }]\n',
    )
    const made = await handlers.create({ source: yaml, replace: false }, {})
    expect(output('create', made)).toEqual(made)
    expect(made).toMatchObject({
      name: 'local/x',
      state: 'available',
      invariants: ['t'],
      args: [{ name: 'a', default: null, choices: ['b'] }],
    })
    const checked = await handlers.check({ source: `${yaml}bogus: 1\n` }, {})
    expect(output('check', checked)).toEqual(checked)
    expect(checked).toMatchObject({ name: 'local/x', args: [{ name: 'a' }] })
    expect(checked.diagnostics.map((one) => [one.line, one.severity])).toEqual([
      [1, 'warning'],
      [1, 'warning'],
      [5, 'error'],
    ])
    const { keys } = await handlers.completions({}, {})
    expect(output('completions', { keys })).toEqual({ keys })
    expect(keys.find((key) => key.path === 'args[]' && key.key === 'type')).toMatchObject({
      required: true,
      values: ['string', 'integer', 'float', 'boolean', 'path', 'choice'],
    })
    expect((await handlers.list({}, {})).actions).toEqual([made])
    const saved = await handlers.create({ source: `${yaml}# another\n`, replace: true }, {})
    const restored = await handlers.restore({ action: 'x', revision: 1 }, {})
    expect(restored).toMatchObject({ revision: saved.revision + 1, source: made.source, action_id: made.action_id })
    const listed = await handlers.revisions({ action: 'x' }, {})
    expect(output('revisions', listed)).toEqual(listed)
    expect(listed.revisions.map(({ revision, source }) => [revision, source])).toEqual([
      [3, made.source],
      [2, `${yaml}# another\n`],
      [1, made.source],
    ])
    await expect(handlers.restore({ action: 'x', revision: 9 }, {})).rejects.toMatchObject({
      data: { code: 'action.no_revision' },
    })
    expect((await handlers.archive({ action: 'x' }, {})).state).toBe('archived')
    expect((await handlers.show({ action: 'x' }, {})).state).toBe('archived')
  })
})
