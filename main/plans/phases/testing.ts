import { expect } from 'vitest'
import { newRepository, startTestApp, type TestApp } from '../../app/testing-app'

const apps: TestApp[] = []

/** Ends what the tests of a file have started, and expects that nothing went wrong unseen; for `afterEach`. */
export async function endChecked(): Promise<void> {
  for (const app of apps.splice(0)) {
    expect(app.faults).toEqual([])
    await app.close()
  }
}

/** The whole application with a repository whose plans run commands, and what they are checked by. */
export async function startChecked() {
  const app = await startTestApp()
  apps.push(app)
  const folder = newRepository({ 'src/a.txt': 'one\n', 'migrations/1.sql': 'select 1\n' })
  const project = await app.project(folder)
  const { client } = app
  const use = async (command: string, profile = 'trusted') => {
    const action = 'local/run-command'
    const used = await client.plans.use({ action, projects: [project], args: { command }, automation_profile: profile })
    return app.rest(used.plan_id)
  }
  const attach = async (name: string, command: string, more = '', target: object = { project }) => {
    await client.validations.add({ source: `name: ${name}\ncommand: ${JSON.stringify(command)}\n${more}` })
    await client.validations.attach({ validation: name, ...target })
  }
  const status = (planId: string) => client.plans.status({ plan_id: planId })
  const refusedApply = (planId: string) =>
    client.plans.apply({ plan_id: planId }).then(
      () => null,
      (error: { code: string; data: { code: string } }) => [error.code, error.data.code],
    )
  return { app, client, folder, project, use, attach, status, refusedApply }
}
