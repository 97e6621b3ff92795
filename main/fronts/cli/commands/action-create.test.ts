import { afterEach, expect, it } from 'vitest'
import { newRepository, startTestApp, type TestApp } from '../../../app/testing-app'
import type { Call } from '../command'
import { givenOf } from '../given'
import { command } from './action-create'

let app: TestApp
afterEach(() => app.close())

it.each([
  ['anthropc/claude-opus', 'There is no actor "anthropc/claude-opus".'],
  ['local/reviewer', 'There is no actor "local/reviewer".'],
])('warns of %s, which no plan could use, and a plan of it is refused with what to do', async (actor, said) => {
  app = await startTestApp()
  const source = `name: local/one\ndefinition_of_done: Done.\nstrategy_actor: ${actor}\nexecution_actor: builtin/command\nargs:\n  - name: command\n    type: string\n    required: true\n`
  const call = { client: app.client, given: givenOf({ config: '-' }), caller: { readInput: async () => source } }
  const { messages } = await command.run(call as unknown as Call)
  expect(messages).toContainEqual({
    level: 'warn',
    text: expect.stringMatching(/^Line 3: No plan can use this/) as unknown,
  })
  expect(JSON.stringify(messages)).toContain(JSON.stringify(said).slice(1, -1))
  const projects = [await app.project(newRepository({ 'a.txt': 'one\n' }))]
  await expect(
    app.client.plans.use({ action: 'local/one', projects, args: { command: 'true' } }),
  ).rejects.toMatchObject({
    data: { code: 'actor.not_found', hint: expect.stringMatching(/agents actor list.*agents provider add/) as unknown },
  })
})
