import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Scenario } from '../../../e2e/model-server'
import { choice, cleanUp, command, finishExecution, finishStrategy, nodesOf, setup, write } from './testing'

afterEach(cleanUp)

const files = { 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': 'b\n', '.gitignore': '.env\n' }
const read = (path: string) => readFileSync(path, 'utf8')
const asked = (question: string, more: object = {}) => choice(0.95, { question, ...more })

async function rested(scenario: Scenario, profile = 'trusted') {
  const place = await setup(scenario, files)
  const used = await place.use(profile)
  const plan = await place.app.rest(used.plan_id)
  const sandbox = plan.resources[0]?.sandbox_path ?? ''
  const nodes = await nodesOf(place.app, used.plan_id)
  const node = (question: string) => nodes.find((one) => one.question === question)!
  return { ...place, plan, planId: used.plan_id, nodes, node, at: (path: string) => join(sandbox, path) }
}

/** Two choices in Execute with a write under each, the second independent of the first. */
const twoChoices: Scenario = {
  strategize: [asked('Which way?'), finishStrategy],
  execute: [
    asked('First?'),
    write('first.txt', 'first\n'),
    asked('Second?'),
    write('second.txt', 'second\n'),
    finishExecution,
  ],
}

describe('a revert in Execute', { timeout: 180_000 }, () => {
  it('counts first and changes nothing; then takes back the decision alone, keeps independent work and forgets the path', async () => {
    const { app, planId, node, at, server, nodes } = await rested(twoChoices)
    const first = node('First?')
    const before = await app.client.plans.status({ plan_id: planId })
    const preview = await app.client.plans.previewCorrection({ decision_id: first.id, mode: 'revert' })
    expect(preview).toMatchObject({
      dry_run: true,
      correction_id: null,
      new_decision_id: null,
      preserved: nodes.length - 2,
      files: [{ path: 'first.txt', action: 'removed' }],
      children: [],
      warnings: [],
      impact: 'low',
      attempt: 2,
    })
    expect(preview.invalidated.map(({ question }) => question)).toEqual(['First?', 'write_file'])
    // Who looks at the decision alone reads the same.
    const { impact } = await app.client.plans.explain({ decision_id: first.id })
    expect(impact).toEqual({ decisions: 2, files: 1, level: preview.impact, reasons: preview.impact_reasons })
    expect(preview.estimate.calls).toBeGreaterThan(0)
    expect(preview.estimate.tokens).toBeGreaterThan(0)
    expect({ ...(await app.client.plans.status({ plan_id: planId })), timing: null }).toEqual({
      ...before,
      timing: null,
    })
    expect(existsSync(at('first.txt'))).toBe(true)

    server.setScenario({ execute: [asked('First again?'), write('better.txt', 'better\n'), finishExecution] })
    const sent = server.requests.length
    const done = await app.client.plans.correct({ decision_id: first.id, mode: 'revert', guidance: 'Do it better.' })
    expect(done).toMatchObject({ dry_run: false, attempt: 2, files: [{ path: 'first.txt', action: 'removed' }] })
    expect(await app.rest(planId)).toMatchObject({
      phase: 'execute',
      reason: 'phase_gate',
      attempt: 2,
      files_modified: 2,
    })
    expect([existsSync(at('first.txt')), read(at('second.txt')), read(at('better.txt'))]).toEqual([
      false,
      'second\n',
      'better\n',
    ])
    const told = JSON.stringify(server.requests[sent]?.body)
    expect(told).toContain('Do it better.')
    expect(told).not.toContain('First?')
    expect(told).toContain('Second?')
    const after = await nodesOf(app, planId, true)
    expect(after.filter((one) => one.superseded).map((one) => [one.question, one.superseded_by])).toEqual([
      ['First?', done.new_decision_id],
      ['write_file', done.new_decision_id],
    ])
    expect(after.find((one) => one.id === done.new_decision_id)).toMatchObject({
      type: 'user_intervention',
      corrects: first.id,
      attempt: 2,
    })
    expect(after.find((one) => one.question === 'Second?')).toMatchObject({ superseded: false, attempt: 1 })

    for (const correction of [done.correction_id ?? '', done.new_decision_id ?? '']) {
      const diff = await app.client.plans.correctionDiff({ correction })
      expect(diff).toMatchObject({ decision_id: first.id, correction_id: done.correction_id, plan_id: planId })
      expect(diff.files.map(({ path, before: was, after: is }) => [path, was, is])).toEqual([
        ['better.txt', null, { insertions: 1, deletions: 0 }],
        ['first.txt', { insertions: 1, deletions: 0 }, null],
      ])
    }
    expect((await app.client.plans.corrections({ plan_id: planId })).corrections).toMatchObject([
      { correction_id: done.correction_id, undone: false, guidance: 'Do it better.' },
    ])
    await expect(
      app.client.plans.correct({ decision_id: first.id, mode: 'revert', guidance: 'Again.' }),
    ).rejects.toMatchObject({ code: 'CONFLICT', data: { code: 'decision.superseded' } })

    const undone = await app.client.plans.undo({ plan_id: planId })
    expect(undone).toMatchObject({ undone: 'correction', plan: { state: before.state, reason: before.reason } })
    expect([read(at('first.txt')), read(at('second.txt')), existsSync(at('better.txt'))]).toEqual([
      'first\n',
      'second\n',
      false,
    ])
    expect((await nodesOf(app, planId)).map(({ id }) => id)).toEqual(nodes.map(({ id }) => id))
  })

  it('takes what no longer fits, later commands and what was influenced along, warns, and counts all of it', async () => {
    const { app, planId, node, nodes, at, server } = await rested({
      strategize: [asked('Which way?'), finishStrategy],
      execute: [
        asked('First?'),
        write('a.txt', '1\nfirst\n3\n4\n5\n'),
        asked('Second?'),
        { call: 'edit_file', args: { path: 'a.txt', old: 'first', new: 'first and second' } },
        asked('Third?'),
        write('third.txt', 'third\n'),
        command('echo secret > .env; echo made > made.txt'),
        finishExecution,
      ],
    })
    const preview = await app.client.plans.previewCorrection({ decision_id: node('First?').id, mode: 'revert' })
    expect(preview.invalidated.map(({ question }) => question)).toEqual([
      'First?',
      'write_file',
      'edit_file',
      'run_command',
    ])
    expect(preview.preserved).toBe(nodes.length - 4)
    expect(preview.warnings.join()).toMatch(/1 command.*\.env/)
    expect(preview.files.map(({ path, action }) => [path, action])).toEqual([
      ['a.txt', 'restored'],
      ['made.txt', 'removed'],
    ])
    server.setScenario({ execute: [asked('Anew?'), finishExecution] })
    await app.client.plans.correct({ decision_id: node('First?').id, mode: 'revert', guidance: 'No.' })
    await app.rest(planId)
    expect([read(at('a.txt')), read(at('third.txt')), existsSync(at('made.txt'))]).toEqual([
      files['a.txt'],
      'third\n',
      false,
    ])
  })

  it('keeps what somebody else changed, or asks where that does not fit', async () => {
    const { app, planId, node, at, server } = await rested(twoChoices)
    writeFileSync(at('first.txt'), 'by hand\n')
    writeFileSync(at('theirs.txt'), 'theirs\n')
    const input = { decision_id: node('First?').id, mode: 'revert', guidance: 'No.' } as const
    await expect(app.client.plans.correct(input)).rejects.toMatchObject({
      data: { code: 'correction.conflict', details: { conflicts: [{ path: 'first.txt' }] } },
    })
    server.setScenario({ execute: [asked('Anew?'), finishExecution] })
    await app.client.plans.correct({ ...input, on_conflict: 'keep' })
    await app.rest(planId)
    expect([read(at('first.txt')), read(at('theirs.txt'))]).toEqual(['by hand\n', 'theirs\n'])
  })
})

describe('a revert in Strategize', { timeout: 180_000 }, () => {
  it('re-enters Strategize with the history cut at the decision; siblings stay, and apply needs approval again', async () => {
    const { app, planId, node, server, at } = await rested({
      strategize: [asked('One?'), asked('Two?'), asked('Three?'), finishStrategy],
      execute: [asked('Detail?'), write('made.txt', 'made\n'), finishExecution],
    })
    const two = node('Two?')
    server.setScenario({
      strategize: [asked('One?'), asked('Two anew?'), finishStrategy],
      execute: [asked('Other detail?'), write('other.txt', 'other\n'), finishExecution],
    })
    const sent = server.requests.length
    const done = await app.client.plans.correct({ decision_id: two.id, mode: 'revert', choose: 2 })
    expect(done.guidance).toContain('Otherwise')
    expect(await app.rest(planId)).toMatchObject({ phase: 'execute', reason: 'phase_gate', attempt: 2 })
    const told = JSON.stringify(server.requests[sent]?.body)
    expect(told).toContain('One?')
    expect(told).toContain('Otherwise')
    expect(told).toContain('Three?')
    const calls = (server.requests[sent]!.body as { messages: { tool_calls?: unknown[] }[] }).messages
    expect(calls.flatMap((message) => message.tool_calls ?? [])).toHaveLength(1)
    const after = await nodesOf(app, planId, true)
    const standing = (question: string) => after.find((one) => one.question === question)?.superseded
    expect(['One?', 'Two?', 'Three?'].map(standing)).toEqual([false, true, false])
    expect(after.find((one) => one.question === 'One?')?.id).toBe(node('One?').id)
    expect(existsSync(at('other.txt'))).toBe(true)
  })

  it('lets one of two win, and stops a running step for it', async () => {
    const { app, use, server } = await setup(
      {
        strategize: [asked('One?'), finishStrategy],
        execute: [asked('Detail?'), { fault: 'hang' }],
      },
      files,
    )
    const used = await use('trusted')
    await server.received(4)
    const nodes = await nodesOf(app, used.plan_id)
    const target = nodes.find((one) => one.question === 'One?')!
    server.setScenario({
      strategize: [asked('Anew?'), finishStrategy],
      execute: [asked('Detail anew?'), finishExecution],
    })
    const both = await Promise.allSettled(
      ['Left.', 'Right.'].map((guidance) =>
        app.client.plans.correct({ decision_id: target.id, mode: 'revert', guidance }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
    await app.rest(used.plan_id)
    const after = await nodesOf(app, used.plan_id, true)
    expect(after.filter((one) => one.type === 'user_intervention')).toHaveLength(1)
    expect(app.faults).toEqual([])
  })
})

describe('an append', { timeout: 180_000 }, () => {
  it('takes nothing back, is stored under the decision, and Execute goes on from the present files', async () => {
    const { app, planId, node, nodes, at, server } = await rested(twoChoices)
    server.setScenario({
      execute: [
        asked('First?'),
        write('first.txt', 'first\n'),
        asked('Second?'),
        write('second.txt', 'second\n'),
        finishExecution,
        write('more.txt', 'more\n'),
        finishExecution,
      ],
    })
    const target = node('First?')
    const done = await app.client.plans.correct({ decision_id: target.id, mode: 'append', guidance: 'And more.' })
    expect(done).toMatchObject({ invalidated: [], files: [], preserved: nodes.length, attempt: 2 })
    expect(await app.rest(planId)).toMatchObject({ reason: 'phase_gate', files_modified: 3, attempt: 2 })
    expect([read(at('first.txt')), read(at('more.txt'))]).toEqual(['first\n', 'more\n'])
    const after = await nodesOf(app, planId, true)
    expect(after.filter((one) => one.superseded)).toEqual([])
    expect(after.find((one) => one.id === done.new_decision_id)).toMatchObject({
      type: 'user_intervention',
      parent_id: target.id,
    })
    await expect(app.client.plans.correct({ decision_id: target.id, mode: 'append' })).rejects.toMatchObject({
      code: 'INVALID',
      data: { code: 'correction.no_guidance' },
    })
  })
})
