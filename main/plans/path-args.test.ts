import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { newRepository, startTestApp, type TestApp } from '../app/testing-app'

let app: TestApp
afterEach(() => app.close())

const source = `name: local/at
definition_of_done: Done.
strategy_actor: builtin/command
execution_actor: builtin/command
args:
  - name: command
    type: string
    required: true
  - name: target
    type: path
`

it('finds a path that is not in the resource before a plan is made, and in the preview of it, with the arg named', async () => {
  app = await startTestApp()
  const folder = newRepository({ 'src/a[1].txt': 'one\n', 'src/b.txt': 'two\n' })
  writeFileSync(join(folder, 'new.txt'), 'new\n')
  const projects = [await app.project(folder)]
  await app.client.actions.create({ source })
  const using = (target: string) => ({ action: 'local/at', projects, args: { command: 'true', target } })
  const use = (target: string, more = {}) =>
    app.client.plans.use({ ...using(target), automation_profile: 'manual', ...more })
  const problems = async (target: string, more = {}) =>
    (await app.client.plans.preview({ ...using(target), ...more })).arg_problems
  const gone = {
    arg: 'target',
    message: 'target: "src/gone.txt" does not exist in local/demo-repo, in what the plan starts from.',
  }
  expect(await problems('src/gone.txt')).toEqual([gone])
  await expect(use('src/gone.txt')).rejects.toMatchObject({
    data: {
      code: 'action.args_invalid',
      message: expect.stringContaining(gone.message) as unknown,
      details: { faults: [gone] },
    },
  })
  expect((await app.client.plans.list({})).plans).toEqual([])
  for (const there of ['src/a[1].txt', 'src', 'src/', '.', './src/b.txt']) {
    expect(await use(there)).toMatchObject({ state: 'awaiting_input' })
    expect(await problems(there)).toEqual([])
  }
  // What is not committed is part of a plan that says so.
  await expect(use('new.txt')).rejects.toMatchObject({ data: { code: 'action.args_invalid' } })
  expect(await use('new.txt', { include_uncommitted: true })).toMatchObject({ state: 'awaiting_input' })
  expect(await problems('new.txt', { include_uncommitted: true })).toEqual([])
})

it('finds a pattern that is no code before a plan is made, and in the preview of it', async () => {
  app = await startTestApp()
  const projects = [await app.project(newRepository({ 'a.py': 'print(1)\n' }))]
  const using = (pattern: string) => ({
    action: 'local/rewrite-pattern',
    projects,
    args: { pattern, rewrite: 'log(1)', language: 'python' },
  })
  const message = expect.stringMatching(/^pattern: .*`print\(\(`.*`\(` has no counterpart/) as unknown
  expect(await app.client.plans.preview(using('print(('))).toMatchObject({
    arg_problems: [{ arg: 'pattern', message }],
  })
  await expect(app.client.plans.use(using('print(('))).rejects.toMatchObject({
    data: { code: 'action.args_invalid', details: { faults: [{ arg: 'pattern', message }] } },
  })
  expect((await app.client.plans.list({})).plans).toEqual([])
  expect((await app.client.plans.preview(using('print($A)'))).arg_problems).toEqual([])
  // Whether a plan can be made is told by the fields while an arg is missing.
  const halfTyped = { ...using('print(('), args: { pattern: 'print((' } }
  expect((await app.client.plans.preview(halfTyped)).arg_problems).toEqual([])
})
