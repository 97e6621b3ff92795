import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startModelServer, type Scenario } from '../../../e2e/model-server'
import { newRepository, startTestApp, type TestApp } from '../../app/testing-app'

export const choice = (confidence: number, more: object = {}) => ({
  call: 'record_decision',
  args: {
    question: 'How?',
    chosen: 'So',
    alternatives: ['So', 'Otherwise'],
    confidence,
    rationale: 'Because.',
    ...more,
  },
})
export const finishStrategy = { call: 'finish_strategy', args: { summary: 'So.' } }
export const finishExecution = { call: 'finish_execution', args: { summary: 'Done.' } }
export const write = (path: string, content: string) => ({ call: 'write_file', args: { path, content } })
export const command = (text: string) => ({ call: 'run_command', args: { command: text } })

const cleanups: (() => Promise<unknown>)[] = []

/** Ends what the tests of a file have started; for `afterEach`. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

/** The whole application with a scripted model and a repository with these files. */
export async function setup(scenario: Scenario, files: Readonly<Record<string, string>>) {
  const server = await startModelServer({ scenario })
  cleanups.push(() => server.close())
  const folder = newRepository(files)
  const app = await startTestApp({
    env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-test-key-that-is-secret-123' },
  })
  cleanups.push(() => app.close())
  for (const role of ['strategy', 'execution'])
    await app.client.settings.set({ key: `actor.default.${role}`, value: 'openai/gpt-5.4' })
  const project = await app.project(folder)
  const use = (profile: string) =>
    app.client.plans.use({
      action: 'local/fix-bug',
      projects: [project],
      args: { bug_description: 'It fails.' },
      automation_profile: profile,
    })
  return { server, app, folder, use, dataDir: app.dataDir }
}

export const nodesOf = async (app: TestApp, planId: string, superseded = false) =>
  (await app.client.plans.tree({ plan_id: planId, show_superseded: superseded })).nodes

export const threeFiles = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'run.sh': 'echo\n', '.gitignore': '.env\n' }

/** Three writes, each in a turn of its own. */
const threeWrites: Scenario = {
  strategize: [choice(0.95), finishStrategy],
  execute: [
    write('a.txt', 'one\n'),
    write('made/new.txt', 'two\n'),
    { call: 'delete_file', args: { path: 'b.txt' } },
    finishExecution,
  ],
}

/** A plan that waits at the gate to Apply, by default after three writes in a turn of its own each. */
export async function executed(scenario = threeWrites, files: Readonly<Record<string, string>> = threeFiles) {
  const place = await setup(scenario, files)
  const used = await place.use('trusted')
  const rested = await place.app.rest(used.plan_id)
  if (rested.reason !== 'phase_gate') throw new Error(`the plan is ${rested.phase}/${rested.state}`)
  const { checkpoints } = await place.app.client.plans.artifacts({ plan_id: used.plan_id })
  const sandbox = rested.resources[0]?.sandbox_path ?? ''
  return { ...place, planId: used.plan_id, checkpoints, sandbox, at: (path: string) => join(sandbox, path) }
}

export const read = (path: string): string => readFileSync(path, 'utf8')
