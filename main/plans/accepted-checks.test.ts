import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { newRepository, startTestApp, type TestApp } from '../app/testing-app'

let app: TestApp
afterEach(async () => {
  expect(app.faults).toEqual([])
  await app.close()
})

/** A plan that adds a rate, uses it in the cart and writes into what nobody should, with what is to hold for it. */
async function executed(given: { readonly check?: string; readonly rule?: object }) {
  app = await startTestApp()
  const folder = newRepository({ 'cart.txt': 'plain\n', 'README.md': 'read me\n' })
  const project = await app.project(folder)
  const { client } = app
  if (given.check !== undefined) {
    await client.validations.add({ source: `name: local/check\ncommand: ${JSON.stringify(given.check)}\n` })
    await client.validations.attach({ validation: 'local/check', project })
  }
  if (given.rule) await client.invariants.add({ text: 'Stay out', projects: [project], ...given.rule })
  const command = 'echo 2 > rate.txt; echo uses rate > cart.txt; echo more >> README.md'
  const input = { action: 'local/run-command', projects: [project], args: { command }, automation_profile: 'trusted' }
  const { plan_id: id } = await client.plans.use(input)
  const plan = await app.rest(id)
  const inSandbox = (path: string) => join(plan.resources[0]!.sandbox_path!, path)
  const checks = async () => (await client.plans.status({ plan_id: id })).validations[0]
  return { client, folder, id, plan, inSandbox, checks }
}

const usesWhatIsThere = 'grep -q plain cart.txt || test -e rate.txt'

describe('checks of a plan of which something is rejected', () => {
  it('no longer count once Apply would bring something else, and fail where that does not hold together', async () => {
    const { client, folder, id, plan, inSandbox, checks } = await executed({ check: usesWhatIsThere })
    expect(plan).toMatchObject({ reason: 'phase_gate' })
    expect(await checks()).toMatchObject({ passed: true, stale: false })

    await client.plans.reject({ plan_id: id, path: 'rate.txt' })
    expect(await checks()).toMatchObject({ stale: true })
    await client.plans.apply({ plan_id: id }).catch(() => {})
    expect(await app.rest(id)).toMatchObject({ state: 'constrained', reason: 'validation' })
    expect(await client.validations.run({ plan_id: id })).toMatchObject({ results: [{ passed: false, stale: false }] })
    expect(readFileSync(join(folder, 'cart.txt'), 'utf8')).toBe('plain\n')
    expect(readFileSync(inSandbox('rate.txt'), 'utf8')).toBe('2\n')

    await client.plans.accept({ plan_id: id, path: 'rate.txt' })
    expect(await checks()).toMatchObject({ stale: true })
    expect(await client.validations.run({ plan_id: id })).toMatchObject({ results: [{ passed: true, stale: false }] })
    expect(await client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
  })

  it('pass once what failed them is rejected, and leave that in the sandbox, without what they wrote', async () => {
    const check = '! grep -q more README.md && echo seen > report.txt'
    const { client, folder, id, plan, inSandbox, checks } = await executed({ check })
    expect(plan).toMatchObject({ state: 'awaiting_input', reason: 'validation' })
    await client.plans.reject({ plan_id: id, path: 'README.md' })
    await client.plans.execute({ plan_id: id })
    expect(await app.rest(id)).toMatchObject({ phase: 'execute', reason: 'phase_gate' })
    const note = expect.stringContaining('report.txt') as unknown
    expect(await checks()).toMatchObject({ passed: true, stale: false, note })
    expect(readFileSync(inSandbox('README.md'), 'utf8')).toBe('read me\nmore\n')
    expect(existsSync(inSandbox('report.txt'))).toBe(false)
    expect(await client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('read me\n')
    expect(existsSync(join(folder, 'rate.txt'))).toBe(true)
  })

  it.each([
    ['paths', { never_paths: ['README.md'] }],
    ['a command', { command: '! grep -q more README.md' }],
  ])('find that a rule of %s holds for what is left', async (_, rule) => {
    const { client, folder, id, plan } = await executed({ rule })
    expect(plan).toMatchObject({ state: 'awaiting_input', reason: 'invariant' })
    await client.plans.reject({ plan_id: id, path: 'README.md' })
    await client.plans.execute({ plan_id: id })
    const again = await app.rest(id)
    expect(again).toMatchObject({ phase: 'execute', reason: 'phase_gate' })
    expect(again.invariants).toMatchObject([{ verdict: 'holds' }])
    expect(await client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('read me\n')
  })
})
