import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newFolder, newRepository, startTestApp, type TestApp } from '../app/testing-app'

let app: TestApp
beforeEach(async () => void (app = await startTestApp()))
afterEach(() => app.close())

async function output(planId: string, wanted: string): Promise<void> {
  for await (const event of await app.client.plans.activity({ plan_id: planId }))
    if (event.type === 'delta' && event.kind === 'output' && event.text.includes(wanted)) return
}

async function use(projects: readonly string[], command: string): Promise<string> {
  const { plan_id } = await app.client.plans.use({
    action: 'local/run-command',
    projects: [...projects],
    args: { command },
    automation_profile: 'trusted',
  })
  return plan_id
}

const files = async (planId: string) =>
  (await app.client.plans.diff({ plan_id: planId })).files.map(({ path, patch }) => [path, patch])

const notices = async (planId: string) => {
  for await (const event of await app.client.plans.activity({ plan_id: planId }))
    if (event.type === 'snapshot') return event.items.filter(({ kind }) => kind === 'notice').map(({ title }) => title)
  return []
}

/** Ends the application as a kill in the middle of a step does, as far as the database can tell. */
async function kill(planId: string): Promise<void> {
  await app.close()
  app = await startTestApp({ dataDir: app.dataDir })
  expect(await app.client.plans.status({ plan_id: planId })).toMatchObject({ error: { code: 'interrupted' } })
}

describe('a command that was interrupted', () => {
  const gate = join(newFolder(), 'gate')
  afterEach(() => rmSync(gate, { recursive: true, force: true }))
  // Appends, so that a run on what an earlier one left would show.
  const command = `echo line >> a.txt; touch half.txt; echo ready; [ -d ${gate} ] || sleep 100; rm half.txt`

  it.each(['a kill', 'a stop'])('runs after %s on what stood before it, and people are told', async (how) => {
    const planId = await use([await app.project(newRepository({ 'a.txt': 'first\n' }))], command)
    await output(planId, 'ready')
    if (how === 'a kill') await kill(planId)
    else await app.client.plans.stop({ plan_id: planId })
    mkdirSync(gate)
    await app.client.plans.execute({ plan_id: planId })
    expect(await app.rest(planId)).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 1 })
    expect(await files(planId)).toEqual([['a.txt', expect.stringMatching(/^ first\n\+line\n$/m) as unknown]])
    expect(await notices(planId)).toContainEqual(expect.stringContaining('was interrupted: the sandbox was set back'))
    const { checkpoints } = await app.client.plans.artifacts({ plan_id: planId })
    const left = checkpoints.find(({ label }) => /interrupted step left|when it was stopped/.test(label))
    const diff = await app.client.plans.diff({
      plan_id: planId,
      to_checkpoint: left?.id,
      checkpoint: checkpoints[0]?.id,
    })
    expect(diff.files.map(({ path }) => path)).toEqual(['a.txt', 'half.txt'])
  })

  it('is not run again where it had come to its end before', async () => {
    const [one, two] = [newRepository({ 'a.txt': 'first\n' }), newRepository({ 'b.txt': 'first\n' })]
    const projects = [await app.project(one, 'one'), await app.project(two, 'two')]
    const log = join(newFolder(), 'log')
    const line = `echo ran >> ${log}; if [ -f b.txt ]; then echo ready; [ -d ${gate} ] || sleep 100; fi; touch done.txt`
    const planId = await use(projects, line)
    await output(planId, 'ready')
    await kill(planId)
    const ran = readFileSync(log, 'utf8')
    mkdirSync(gate)
    await app.client.plans.execute({ plan_id: planId })
    expect(await app.rest(planId)).toMatchObject({ reason: 'phase_gate', files_modified: 2 })
    expect(readFileSync(log, 'utf8')).toBe(`${ran}ran\n`)
    expect(existsSync(join(one, 'done.txt'))).toBe(false)
  })
})

it('a rollback after an interruption holds: nothing is set back once more', async () => {
  const folder = newRepository({ 'a.txt': 'first\n' })
  const planId = await use([await app.project(folder)], 'echo line >> a.txt; echo ready; sleep 100')
  await output(planId, 'ready')
  await app.client.plans.stop({ plan_id: planId })
  const { checkpoints } = await app.client.plans.artifacts({ plan_id: planId })
  await app.client.plans.rollback({ plan_id: planId, checkpoint_id: checkpoints.at(-1)!.id })
  await app.client.plans.execute({ plan_id: planId })
  await output(planId, 'ready')
  await app.client.plans.stop({ plan_id: planId })
  expect(await files(planId)).toEqual([['a.txt', expect.stringContaining('+line\n+line\n') as unknown]])
})
