import { afterEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from './testing-app'

let app: TestApp
afterEach(() => app.close())

it('is one, however many ask for it at the same moment', async () => {
  app = await startTestApp()
  const made = await Promise.all(Array.from({ length: 4 }, () => app.client.system.sample()))
  expect(new Set(made.map(({ project }) => project))).toEqual(new Set(['local/sample']))
  expect((await app.client.resources.list({})).resources.filter(({ physical }) => physical)).toHaveLength(1)
  expect((await app.client.projects.list()).projects).toHaveLength(1)
  expect(app.faults).toEqual([])
})
