import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { newFolder, newRepository, startTestApp, type TestApp } from '../app/testing-app'
import { choice, cleanUp, executed, finishExecution, finishStrategy, write } from '../plans/control/testing'

const lines = (count: number, change: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, at) => change[at + 1] ?? `line ${at + 1}`).join('\n') + '\n'

let app: TestApp
afterEach(async () => {
  expect(app.faults).toEqual([])
  await app.close()
  await cleanUp()
})

/** A plan that waits before Apply, and whose command wrote these files. */
async function changedPlan(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Promise<{ folder: string; planId: string; sandbox: string }> {
  app = await startTestApp()
  const folder = newRepository(before)
  const made = newFolder()
  for (const [path, text] of Object.entries(after)) writeFileSync(join(made, path), text)
  const project = await app.project(folder)
  const { plan_id: planId } = await app.client.plans.use({
    action: 'local/run-command',
    projects: [project],
    args: { command: `cp -R ${made}/. .` },
    automation_profile: 'manual',
  })
  await app.client.plans.execute({ plan_id: planId })
  await app.rest(planId)
  await app.client.plans.execute({ plan_id: planId })
  const plan = await app.rest(planId)
  expect(plan).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'phase_gate' })
  const sandbox = plan.resources[0]!.sandbox_path!
  return { folder, planId, sandbox }
}

const two = lines(60, { 5: 'second() // five', 50: 'fifty' })

describe('reviewing a plan', () => {
  it('applies what is left once hunks and files are rejected, and tells which', async () => {
    const { folder, planId } = await changedPlan(
      { 'a.ts': lines(60), 'b.ts': 'b\n' },
      { 'a.ts': two, 'b.ts': 'changed\n', 'new.ts': 'new\n' },
    )
    const { plans, review } = app.client
    const hunk = await plans.reject({ plan_id: planId, path: 'a.ts', hunk: 2 })
    expect(hunk).toMatchObject({ rejected: false, accepted_files: 3 })
    expect(hunk.hunks.map((one) => [one.number, one.rejected])).toEqual([
      [1, false],
      [2, true],
    ])
    await plans.reject({ plan_id: planId, path: 'new.ts', hunk: 1 })
    const { files } = await plans.diff({ plan_id: planId })
    expect(files.map((file) => [file.path, file.rejected, file.hunks.map((one) => one.rejected)])).toEqual([
      ['a.ts', false, [false, true]],
      ['b.ts', false, [false]],
      ['new.ts', true, [true]],
    ])
    expect(await plans.previewApply({ plan_id: planId })).toMatchObject({ files: 2, insertions: 2, deletions: 2 })
    await plans.reject({ plan_id: planId, path: 'b.ts' })
    expect(await review.undoReject({ plan_id: planId })).toMatchObject({ paths: ['b.ts'] })
    await plans.apply({ plan_id: planId })
    expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe(lines(60, { 5: 'second() // five' }))
    expect(readFileSync(join(folder, 'b.ts'), 'utf8')).toBe('changed\n')
    expect(() => readFileSync(join(folder, 'new.ts'))).toThrow('ENOENT')
    await expect(plans.reject({ plan_id: planId, path: 'a.ts' })).rejects.toMatchObject({
      data: { code: 'review.plan_ended' },
    })
  })

  it('accepts one hunk of a rejected file, and a file with all its hunks', async () => {
    const { planId } = await changedPlan({ 'a.ts': lines(60) }, { 'a.ts': two })
    const { plans } = app.client
    await plans.reject({ plan_id: planId, path: 'a.ts' })
    const one = await plans.accept({ plan_id: planId, path: 'a.ts', hunk: 1 })
    expect([one.rejected, one.hunks.map((hunk) => hunk.rejected)]).toEqual([false, [false, true]])
    const all = await plans.accept({ plan_id: planId, path: 'a.ts' })
    expect(all.hunks.map((hunk) => hunk.rejected)).toEqual([false, false])
  })

  it('an undo of a rejected hunk says which hunk it is, before and after', async () => {
    const { planId } = await changedPlan({ 'a.ts': lines(60) }, { 'a.ts': two })
    const { plans } = app.client
    await plans.reject({ plan_id: planId, path: 'a.ts', hunk: 2 })
    const files = [{ path: 'a.ts', action: 'restored', hunks: [2] }]
    expect(await plans.previewUndo({ plan_id: planId })).toMatchObject({ undone: 'rejection', files })
    expect(await plans.undo({ plan_id: planId })).toMatchObject({ undone: 'rejection', files })
    expect((await plans.diff({ plan_id: planId })).files[0]?.hunks.map(({ rejected }) => rejected)).toEqual([
      false,
      false,
    ])
    await plans.reject({ plan_id: planId, path: 'a.ts' })
    expect((await plans.undo({ plan_id: planId })).files[0]).not.toHaveProperty('hunks')
  })

  it('refuses to apply where everything is rejected, and the plan waits as before', async () => {
    const { planId } = await changedPlan({ 'a.ts': lines(60) }, { 'a.ts': two })
    const { plans } = app.client
    await plans.reject({ plan_id: planId, path: 'a.ts' })
    const refusal = { data: { code: 'apply.nothing_accepted' } }
    await expect(plans.apply({ plan_id: planId })).rejects.toMatchObject(refusal)
    await expect(plans.approve({ plan_id: planId })).rejects.toMatchObject(refusal)
    expect(await plans.status({ plan_id: planId })).toMatchObject({ phase: 'execute', state: 'awaiting_input' })
  })

  it('says so where a file changed after it was rejected, and what cannot be rejected', async () => {
    const { planId, sandbox } = await changedPlan({ 'a.ts': lines(60) }, { 'a.ts': two })
    const { plans } = app.client
    await expect(plans.reject({ plan_id: planId, path: 'no.ts' })).rejects.toMatchObject({
      data: { code: 'review.no_file' },
    })
    await expect(plans.reject({ plan_id: planId, path: 'a.ts', hunk: 3 })).rejects.toMatchObject({
      data: { code: 'review.no_hunk', details: { hunks: 2 } },
    })
    await plans.reject({ plan_id: planId, path: 'a.ts' })
    writeFileSync(join(sandbox, 'a.ts'), `${two}more\n`)
    expect((await plans.diff({ plan_id: planId })).files[0]).toMatchObject({ rejected: false, rejection_void: true })
  })

  it('shows a file with colours, word marks and the lines around its hunks', async () => {
    const { planId } = await changedPlan(
      { 'a.ts': 'const a = 1\n\nexport default a\n' },
      { 'a.ts': 'const a = 2\r\n\nexport default a\n' },
    )
    const { plans, review } = app.client
    const [file] = (await plans.diff({ plan_id: planId, patches: false })).files
    const look = { plan_id: planId, resource: file!.resource, path: 'a.ts', content: file!.content }
    const shown = await review.file(look)
    expect(shown.hunks[0]).toMatchObject({
      number: 1,
      rows: ['-const a = 1', '+const a = 2\r', ' ', ' export default a'],
      words: { 0: [10, 11], 1: [10, 11] },
    })
    expect(shown.hunks[0]!.tokens[0]).toBe('0 5 3 10 1 2')
    expect(shown).toMatchObject({ endings: { old: 'lf', new: 'mixed' }, lines: { old: 3, new: 3 }, not_shown: null })
    const read = await review.lines({ ...look, side: 'new', from: 1, to: 2 })
    expect(read.lines).toEqual(['const a = 2', ''])
    await expect(review.file({ ...look, content: 'another' })).rejects.toMatchObject({
      data: { code: 'review.changed' },
    })
  })

  it('gives the first rows of a long file alone, and then all, coloured alike', async () => {
    const code = (word: string) => lines(4000).replaceAll(/^line (\d+0)$/gm, `const at = ${word} // $1`)
    const { planId } = await changedPlan({ 'a.ts': code('1') }, { 'a.ts': code('two') })
    const { plans, review } = app.client
    const [file] = (await plans.diff({ plan_id: planId, patches: false })).files
    const look = { plan_id: planId, resource: file!.resource, path: 'a.ts', content: file!.content }
    const first = await review.file({ ...look, rows: 500 })
    const all = await review.file(look)
    expect(all.hunks).toHaveLength(400)
    const changed = all.hunks.flatMap(({ rows, tokens }) => tokens.filter((_, at) => !rows[at]!.startsWith(' ')))
    expect(changed.map((tokens) => tokens.slice(0, 6))).toEqual(Array(800).fill('0 5 3 '))
    expect(first.hunks.flatMap(({ rows }) => rows)).toHaveLength(500)
    const at = first.hunks.length - 1
    expect(first.hunks.slice(0, at)).toEqual(all.hunks.slice(0, at))
    expect({ ...first, hunks: [] }).toEqual({ ...all, hunks: [] })
  })

  it('cuts an endless line and gives it whole when asked', async () => {
    const endless = `[${'1234567890,'.repeat(50_000)}0]\n`
    const { planId } = await changedPlan({ 'a.json': '[]\n' }, { 'a.json': endless })
    const { plans, review } = app.client
    const [file] = (await plans.diff({ plan_id: planId, patches: false })).files
    const look = { plan_id: planId, resource: file!.resource, path: 'a.json', content: file!.content }
    const { hunks } = await review.file(look)
    expect(hunks[0]).toMatchObject({ cut: [[1, endless.length - 1]] })
    expect(hunks[0]!.rows[1]).toHaveLength(1001)
    const whole = await review.lines({ ...look, side: 'new', from: 1, to: 1, whole: true })
    expect(whole.lines[0]).toBe(endless.trimEnd())
  })

  it('keeps what was looked at by the text of each hunk, over a change of another', async () => {
    const { planId, sandbox } = await changedPlan({ 'a.ts': lines(60) }, { 'a.ts': two })
    const { plans, review } = app.client
    const marks = async () => {
      const [file] = (await plans.diff({ plan_id: planId, patches: false })).files
      const look = { plan_id: planId, resource: file!.resource, path: 'a.ts', content: file!.content }
      return { look, marks: (await review.file(look)).hunks.map((hunk) => hunk.mark) }
    }
    const before = await marks()
    const { resource, path } = before.look
    await review.setViewed({ plan_id: planId, resource, path, add: before.marks, remove: [] })
    writeFileSync(join(sandbox, 'a.ts'), lines(60, { 5: 'changed again', 50: 'fifty' }))
    const after = await marks()
    const { viewed } = (await review.state({ plan_id: planId })).files[0]!
    expect(after.marks.map((mark) => viewed.includes(mark))).toEqual([false, true])
    await review.setViewed({ plan_id: planId, resource, path, add: [], remove: [after.marks[1]!] })
    expect((await review.state({ plan_id: planId })).files[0]!.viewed).not.toContain(after.marks[1])
  })

  it('keeps comments until they are sent together as one guidance', async () => {
    const scenario = {
      strategize: [choice(0.95), finishStrategy],
      execute: [write('a.ts', two), finishExecution],
    }
    const place = await executed(scenario, { 'a.ts': lines(60) })
    const { planId } = place
    app = place.app
    const { review } = app.client
    const resource = 'local/demo-repo'
    const on = { plan_id: planId, resource, path: 'a.ts', side: 'new' as const }
    await expect(review.send({ plan_id: planId })).rejects.toMatchObject({ data: { code: 'review.nothing_to_send' } })
    const first = await review.comment({ ...on, line: 5, quote: 'second() // five', text: 'Why?' })
    const second = await review.comment({ ...on, line: 50, quote: 'fifty', text: 'No.' })
    await review.changeComment({ plan_id: planId, comment_id: first.id, text: 'Why this?' })
    await review.changeComment({ plan_id: planId, comment_id: second.id, text: null })
    const sent = await review.send({ plan_id: planId })
    expect(sent.sent).toBe(1)
    const decision = await app.client.plans.explain({ decision_id: sent.decision_id })
    expect(decision.chosen).toBe('Comments on the changes:\n\na.ts:5\n> second() // five\nWhy this?')
    const { comments } = await review.state({ plan_id: planId })
    expect(comments).toMatchObject([{ text: 'Why this?', sent: expect.any(Number) as number }])
    await expect(review.changeComment({ plan_id: planId, comment_id: first.id, text: null })).rejects.toMatchObject({
      data: { code: 'review.no_comment' },
    })
    await app.rest(planId)
  })
})
