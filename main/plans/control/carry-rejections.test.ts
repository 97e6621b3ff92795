import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { git } from '../../app/testing-app'
import { choice, cleanUp, executed, finishExecution, finishStrategy, write } from './testing'

afterEach(cleanUp)

/** Forty lines, some of them with a word of somebody behind them. */
const lines = (changed: Readonly<Record<number, string>>): string =>
  Array.from({ length: 40 }, (_, at) => `line ${at + 1}${changed[at + 1] ? ` ${changed[at + 1]}` : ''}\n`).join('')

it('carries over an update what is rejected and textually the same, and has the rest looked at again', async () => {
  const files = { 'hunks.txt': lines({}), 'whole.txt': lines({}), 'near.txt': lines({}) }
  const scenario = {
    strategize: [choice(0.95), finishStrategy],
    execute: [
      write('hunks.txt', lines({ 5: 'plan', 30: 'plan' })),
      write('whole.txt', lines({ 30: 'plan' })),
      write('near.txt', lines({ 30: 'plan' })),
      finishExecution,
    ],
  }
  const { app, folder, planId } = await executed(scenario, files)
  const { plans } = app.client
  await plans.reject({ plan_id: planId, path: 'hunks.txt', hunk: 2 })
  await plans.reject({ plan_id: planId, path: 'whole.txt' })
  await plans.reject({ plan_id: planId, path: 'near.txt' })
  writeFileSync(join(folder, 'hunks.txt'), `above\n${lines({ 15: 'target' })}`)
  writeFileSync(join(folder, 'whole.txt'), `above\n${lines({ 15: 'target' })}`)
  writeFileSync(join(folder, 'near.txt'), lines({ 28: 'target' }))
  git(folder, 'commit', '-qam', 'meanwhile')
  const { rejections } = await plans.update({ plan_id: planId, include_uncommitted: false, choices: [] })
  expect(rejections).toEqual({ carried: ['hunks.txt', 'whole.txt'], void: ['near.txt'] })
  await app.rest(planId)
  const told = app.database.sqlite
    .prepare(`SELECT title FROM plan_activity WHERE plan_id = ? AND title LIKE '%ejection%' OR title LIKE 'Rejected%'`)
    .all(planId)
    .map((row) => (row as { title: string }).title)
  expect(told).toEqual([
    expect.stringMatching(/^2 rejections carried over/),
    expect.stringMatching(/looked at again before Apply: near\.txt$/),
  ])
  await expect(plans.apply({ plan_id: planId })).rejects.toMatchObject({
    data: { code: 'apply.rejections_void', details: { paths: ['near.txt'] } },
  })
  await plans.undo({ plan_id: planId })
  expect((await plans.previewApply({ plan_id: planId })).changes.map(({ path }) => path)).toEqual(['hunks.txt'])
  await plans.update({ plan_id: planId, include_uncommitted: false, choices: [] })
  await app.rest(planId)
  await plans.accept({ plan_id: planId, path: 'near.txt' })
  expect(await plans.apply({ plan_id: planId })).toMatchObject({ state: 'applied' })
  expect(readFileSync(join(folder, 'hunks.txt'), 'utf8')).toBe(`above\n${lines({ 5: 'plan', 15: 'target' })}`)
  expect(readFileSync(join(folder, 'whole.txt'), 'utf8')).toBe(`above\n${lines({ 15: 'target' })}`)
  expect(readFileSync(join(folder, 'near.txt'), 'utf8')).toBe(lines({ 28: 'target', 30: 'plan' }))
})

/** A plan of three changed lines, far from each other, of which something is rejected; then the target changes beside the first. */
async function voided(reject: { readonly hunk?: number }) {
  const scenario = {
    strategize: [choice(0.95), finishStrategy],
    execute: [write('a.txt', lines({ 5: 'plan', 20: 'plan', 35: 'plan' })), finishExecution],
  }
  const { app, folder, planId } = await executed(scenario, { 'a.txt': lines({}) })
  const { plans } = app.client
  const about = { plan_id: planId, path: 'a.txt' }
  await plans.reject({ ...about, ...reject })
  writeFileSync(join(folder, 'a.txt'), lines({ 7: 'target' }))
  git(folder, 'commit', '-qam', 'meanwhile')
  const update = async () => {
    await plans.update({ plan_id: planId, include_uncommitted: false, choices: [] })
    await app.rest(planId)
  }
  await update()
  const apply = () => plans.apply({ plan_id: planId })
  const refused = () => expect(apply()).rejects.toMatchObject({ data: { code: 'apply.rejections_void' } })
  return { plans, folder, planId, about, apply, refused, read: () => readFileSync(join(folder, 'a.txt'), 'utf8') }
}

it('holds Apply until the very hunk is decided about that was rejected', async () => {
  const { plans, about, apply, refused, read } = await voided({ hunk: 1 })
  await refused()
  await plans.reject({ ...about, hunk: 3 })
  await plans.accept({ ...about, hunk: 2 })
  await refused()
  await plans.reject({ ...about, hunk: 1 })
  expect(await apply()).toMatchObject({ state: 'applied' })
  expect(read()).toBe(lines({ 7: 'target', 20: 'plan' }))
})

it('keeps a file rejected as a whole but for the hunk that is accepted of what it became', async () => {
  const { plans, about, apply, refused, read } = await voided({})
  await refused()
  await plans.accept({ ...about, hunk: 3 })
  expect(await apply()).toMatchObject({ state: 'applied' })
  expect(read()).toBe(lines({ 7: 'target', 35: 'plan' }))
})

it('has the first rejection again once what was decided after it is undone', async () => {
  const { plans, folder, planId, about, apply, read } = await voided({ hunk: 1 })
  await plans.reject({ ...about, hunk: 1 })
  await plans.undo({ plan_id: planId })
  await plans.undo({ plan_id: planId })
  git(folder, 'reset', '-q', '--hard', 'HEAD~1')
  expect(await apply()).toMatchObject({ state: 'applied' })
  expect(read()).toBe(lines({ 20: 'plan', 35: 'plan' }))
})
