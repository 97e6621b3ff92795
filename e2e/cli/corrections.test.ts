import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModelServer, type ModelServer } from '../model-server/index.ts'
import { makePlace, makeProject, type Place } from './agents.ts'

let place: Place
let server: ModelServer
let repository: string
let env: Readonly<Record<string, string>>

const decide = (question: string) => ({
  call: 'record_decision',
  args: { question, chosen: 'So', alternatives: ['So', 'Otherwise'], confidence: 0.95, rationale: 'Because.' },
})
const write = (path: string, content: string) => ({ call: 'write_file', args: { path, content } })
const done = { call: 'finish_execution', args: { summary: 'Done.' } }
const work = {
  strategize: [decide('Which way?'), { call: 'finish_strategy', args: { summary: 'So.' } }],
  execute: [decide('First?'), write('first.txt', 'first\n'), decide('Second?'), write('second.txt', 'second\n'), done],
}

const ask = (args: readonly string[]) => place.ask(args, { env })
const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

/** One core and one repository for all of this file: each test makes a plan of its own on them. */
beforeAll(async () => {
  place = makePlace()
  server = await startModelServer({ scenario: work })
  env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-test-123456789' }
  for (const role of ['strategy', 'execution']) await ask(['config', 'set', `actor.default.${role}`, 'openai/gpt-5.4'])
  ;({ repository } = await makeProject(place, 'api', { 'a.txt': 'a\n' }))
})
afterAll(async () => {
  await server.close()
  expect(await place.dispose()).toEqual([])
})

/** A plan that waits at the gate to Apply, with two choices and a file under each. */
async function executed() {
  server.setScenario(work)
  const use = ['plan', 'use', '--wait', '--automation-profile', 'trusted', '--arg', 'bug_description=It fails.']
  const { data } = await ask([...use, 'local/fix-bug', 'local/api'])
  expect(data).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 2 })
  const id = data.plan_id as string
  const { nodes } = (await ask(['plan', 'tree', id])).data as { nodes: { id: string; question: string }[] }
  const { checkpoints } = (await ask(['plan', 'artifacts', id])).data as { checkpoints: { id: string }[] }
  const node = (question: string) => nodes.find((one) => one.question === question)?.id ?? ''
  return {
    id,
    sandbox: data.resources[0].sandbox_path as string,
    node,
    first: checkpoints[0]!.id,
    last: checkpoints.at(-1)!.id,
  }
}

describe('agents plan rollback and undo', () => {
  it('show what would happen, want --yes, do it, and take it back', async () => {
    const { id, sandbox, first, last } = await executed()
    const preview = await ask(['plan', 'rollback', '--dry-run', id, first])
    expect(preview).toMatchObject({ exit_code: 0, data: { dry_run: true, files_removed: ['first.txt', 'second.txt'] } })
    const held = await ask(['plan', 'rollback', id, first])
    expect(held).toMatchObject({ exit_code: 2, error: { code: 'confirmation.required' }, data: { dry_run: true } })
    expect(existsSync(join(sandbox, 'first.txt'))).toBe(true)

    const between = await ask(['plan', 'diff', id, '--checkpoint', first, last])
    expect(between.data.files.map((file: { path: string }) => file.path)).toEqual(['first.txt', 'second.txt'])
    expect((await ask(['plan', 'diff', id, '--checkpoint', last])).data).toMatchObject({ files: [], risk: [] })

    const rolled = await ask(['plan', 'rollback', '--yes', id, first])
    expect(rolled.data).toMatchObject({ files_removed: ['first.txt', 'second.txt'], checkpoints_remaining: 1 })
    expect(rolled.data.plan).toMatchObject({ phase: 'execute', reason: 'rolled_back' })
    expect(existsSync(join(sandbox, 'first.txt'))).toBe(false)

    const told = await ask(['plan', 'undo', '--dry-run', id])
    expect(told.data).toMatchObject({ undone: 'rollback', files_restored: ['first.txt', 'second.txt'] })
    expect(existsSync(join(sandbox, 'first.txt'))).toBe(false)
    const undone = await ask(['plan', 'undo', '--yes', id])
    expect(undone.data).toMatchObject({ undone: 'rollback', decisions_revived: rolled.data.decisions_superseded })
    expect(read(sandbox, 'second.txt')).toBe('second\n')
    expect(await ask(['plan', 'undo', id])).toMatchObject({ exit_code: 4, error: { code: 'undo.nothing' } })
    await ask(['plan', 'cancel', id])
  })
})

describe('agents plan correct', () => {
  it('tells impact and reasons first, then corrects, and shows before and after', async () => {
    const { id, sandbox, node } = await executed()
    const line = ['plan', 'correct', node('First?'), '--mode', 'revert', '--guidance', 'Do it better.']
    const preview = await ask([...line, '--dry-run'])
    expect(preview.data).toMatchObject({ impact: 'low', correction_id: null, children: [], attempt: 2 })
    expect(preview.data.impact_reasons).toEqual(['2 decisions are taken back', '1 file goes back'])
    expect((await ask(line)).exit_code).toBe(2)
    expect(read(sandbox, 'first.txt')).toBe('first\n')

    server.setScenario({ execute: [decide('Again?'), write('better.txt', 'better\n'), done] })
    const corrected = await ask([...line, '--yes'])
    expect(corrected.data).toMatchObject({
      mode: 'revert',
      attempt: 2,
      files: [{ path: 'first.txt', action: 'removed' }],
    })
    await ask(['plan', 'execute', id])
    expect((await ask(['plan', 'status', id])).data).toMatchObject({
      reason: 'phase_gate',
      attempt: 2,
      files_modified: 2,
    })
    for (const key of [corrected.data.correction_id, corrected.data.new_decision_id] as string[]) {
      const diff = await ask(['plan', 'diff', id, '--correction', key])
      expect(diff.data).toMatchObject({
        correction_id: corrected.data.correction_id,
        files: [
          { path: 'better.txt', status: 'added', before: null, after: { insertions: 1 } },
          { path: 'first.txt', status: 'deleted', before: { insertions: 1 }, after: null },
        ],
      })
    }
    expect((await place.run(['plan', 'diff', '--correction', corrected.data.correction_id])).out).toContain(
      'Comparison',
    )
    expect(read(sandbox, 'second.txt')).toBe('second\n')
    expect((await ask(['plan', 'undo', '--yes', id])).data).toMatchObject({ undone: 'correction' })
    expect(read(sandbox, 'first.txt')).toBe('first\n')
    await ask(['plan', 'cancel', id])
  })
})

describe('agents plan reject, accept, set-profile, apply, receipt and restore', () => {
  it('leave a file out and take it in again, and tell of the apply and its undo', async () => {
    const { id } = await executed()
    expect((await ask(['plan', 'reject', id, 'first.txt'])).data).toMatchObject({ rejected: true, accepted_files: 1 })
    expect((await ask(['plan', 'undo', '--dry-run', id])).data).toMatchObject({ undone: 'rejection' })
    expect((await ask(['plan', 'accept', id, 'first.txt'])).data).toMatchObject({ rejected: false, accepted_files: 2 })
    expect((await ask(['plan', 'reject', id, 'first.txt'])).data.accepted_files).toBe(1)
    expect((await ask(['plan', 'reject', id, 'none.txt'])).exit_code).toBe(3)

    expect((await ask(['plan', 'set-profile', id, 'review'])).data).toMatchObject({ automation_profile: 'review' })
    expect((await ask(['plan', 'set-profile', id, 'no-such'])).exit_code).toBe(3)
    const { data: status } = await ask(['plan', 'status', id])
    expect(status.risk.map((one: { kind: string }) => one.kind)).toEqual(['api', 'tests', 'breaking', 'resources'])
    expect(status.isolation).toMatchObject([{ strategy: 'git_worktree', condition: 'ok', source: 'unchanged' }])

    expect(await ask(['plan', 'receipt', id])).toMatchObject({ exit_code: 3, error: { code: 'receipt.none' } })
    expect((await ask(['plan', 'apply', '--yes', id])).data).toMatchObject({ state: 'applied' })
    const receipt = await ask(['plan', 'receipt', id])
    expect(receipt.data).toMatchObject({
      plan_id: id,
      undone: null,
      resources: [{ branch: 'main', files: ['second.txt'] }],
    })
    expect(existsSync(join(repository, 'first.txt'))).toBe(false)
    expect((await ask(['plan', 'undo', '--yes', id])).data).toMatchObject({
      undone: 'apply',
      files_removed: ['second.txt'],
    })
    expect(existsSync(join(repository, 'second.txt'))).toBe(false)
    expect((await ask(['plan', 'receipt', id])).data.undone).toMatchObject({ commits: [{ resource: 'local/api' }] })
  })

  it('bring a cancelled plan back with its work', async () => {
    const { id, sandbox } = await executed()
    writeFileSync(join(sandbox, 'first.txt'), 'by hand\n')
    expect((await ask(['plan', 'cancel', id])).data.state).toBe('cancelled')
    expect(existsSync(sandbox)).toBe(false)
    const restored = await ask(['plan', 'restore', id])
    expect(restored.data).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'restored' })
    expect(read(restored.data.resources[0].sandbox_path as string, 'first.txt')).toBe('by hand\n')
    expect((await ask(['plan', 'restore', id])).exit_code).toBe(4)
    await ask(['plan', 'cancel', id])
  })
})
