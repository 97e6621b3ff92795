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
  await plans.update({ plan_id: planId, include_uncommitted: false, choices: [] })
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
