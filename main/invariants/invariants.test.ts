import { afterEach, describe, expect, it } from 'vitest'
import { newRepository, startTestApp, type TestApp } from '../app/testing-app'

const apps: TestApp[] = []
async function start() {
  const app = await startTestApp()
  apps.push(app)
  const project = await app.project(newRepository({ 'a.txt': 'one\n' }))
  const make = (profile = 'manual') =>
    app.client.plans.use({
      action: 'local/run-command',
      projects: [project],
      args: { command: 'echo two > a.txt' },
      automation_profile: profile,
    })
  return { app, project, make, invariants: app.client.invariants }
}
afterEach(async () => {
  for (const app of apps.splice(0)) {
    expect(app.faults).toEqual([])
    await app.close()
  }
})

describe('adding an invariant', () => {
  it('puts one text on every target that is named, each with its own id', async () => {
    const { invariants, make, project } = await start()
    const [one, two] = [await make(), await make()]
    const added = await invariants.add({
      text: 'Keep it small',
      global: true,
      projects: [project],
      plans: [one.plan_id, two.plan_id],
    })
    expect(added.invariants.map(({ scope, source }) => [scope, source])).toEqual([
      ['global', 'global'],
      ['project', project],
      ['plan', one.title],
      ['plan', two.title],
    ])
    for (const { plan_id: plan } of [one, two]) {
      expect((await invariants.list({ plan, effective: true })).invariants).toMatchObject([{ text: 'Keep it small' }])
    }
    expect(new Set(added.invariants.map(({ id }) => id)).size).toBe(4)
  })

  it('takes what a text asks for, unless that is left out', async () => {
    const { invariants, project } = await start()
    const text = 'Any change to database migration files requires explicit human approval'
    expect((await invariants.propose({ text })).escalate?.paths).toEqual(['**/*migration*'])
    const taken = await invariants.add({ text, projects: [project] })
    expect(taken.invariants[0]?.checks.escalate?.paths).toEqual(['**/*migration*'])
    const left = await invariants.add({ text, global: true, escalate: null })
    expect(left.invariants[0]?.checks.escalate).toBeNull()
  })

  it('refuses what holds nowhere, what is no glob, and a target that is not there, and adds nothing', async () => {
    const { invariants, project } = await start()
    const refused = [
      { call: invariants.add({ text: 'x' }), code: 'INVALID' },
      { call: invariants.add({ text: 'x', global: true, only_paths: ['a[b'] }), code: 'INVALID' },
      { call: invariants.add({ text: 'x', global: true, projects: ['local/nope'] }), code: 'NOT_FOUND' },
      { call: invariants.list({ project, plan: '01ABCDEF' }), code: 'INVALID' },
      { call: invariants.remove({ id: '01ABCDEF' }), code: 'NOT_FOUND' },
    ]
    for (const { call, code } of refused) await expect(call).rejects.toMatchObject({ code })
    expect((await invariants.list({})).invariants.filter(({ scope }) => scope !== 'action')).toEqual([])
  })
})

describe('what holds', () => {
  it('is the union of all scopes, and a locked global one wins over what contradicts it', async () => {
    const { app, invariants, project, make } = await start()
    await app.client.actions.create({
      source: [
        'name: local/with-rules',
        'definition_of_done: done',
        'strategy_actor: builtin/command',
        'execution_actor: builtin/command',
        'args: [{ name: command, type: string, required: true }]',
        'invariants:',
        '  - Of the action',
        '  - { text: Use raw SQL, never_paths: ["db/**"] }',
      ].join('\n'),
    })
    await invariants.add({ text: 'Never use raw SQL', global: true, non_overridable: true })
    await invariants.add({ text: 'Of the project', projects: [project] })
    const input = { action: 'local/with-rules', projects: [project], args: { command: 'true' } }
    const preview = await app.client.plans.preview(input)
    expect(preview.overridden).toMatchObject([{ text: 'Use raw SQL', scope: 'action' }])
    const plan = await app.client.plans.use({ ...input, automation_profile: 'manual' })
    await invariants.add({ text: 'Of the plan', plans: [plan.plan_id] })
    const { invariants: held } = await app.client.plans.status({ plan_id: plan.plan_id })
    expect(held.map(({ scope, text }) => [scope, text])).toEqual([
      ['global', 'Never use raw SQL'],
      ['project', 'Of the project'],
      ['action', 'Of the action'],
      ['plan', 'Of the plan'],
    ])
    await expect(invariants.add({ text: 'Use raw SQL', plans: [plan.plan_id] })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect((await invariants.list({ project, effective: true })).invariants.map(({ scope }) => scope)).toEqual([
      'global',
      'project',
    ])
    expect((await make()).invariants.map(({ scope }) => scope)).toEqual(['global', 'project'])
  })

  it('is a decision each before anything is strategized, and leaves the plan when it is removed, superseded and said', async () => {
    const { app, invariants, project, make } = await start()
    const { invariants: added } = await invariants.add({ text: 'First', global: true })
    await invariants.add({ text: 'Second', projects: [project] })
    const plan = await make()
    const nodes = async () =>
      (await app.client.plans.tree({ plan_id: plan.plan_id })).nodes.filter(({ type }) => type === 'invariant_enforced')
    expect((await nodes()).map(({ chosen }) => chosen)).toEqual(['First', 'Second'])
    await invariants.add({ text: 'Third', plans: [plan.plan_id] })
    const removed = await invariants.remove({ id: added[0]!.id })
    expect(removed).toMatchObject({ text: 'First', plans: [{ plan_id: plan.plan_id, title: plan.title, instead: [] }] })
    expect((await nodes()).map(({ chosen }) => chosen)).toEqual(['Second', 'Third'])
    const { nodes: all } = await app.client.plans.tree({ plan_id: plan.plan_id, show_superseded: true })
    expect(all.find(({ chosen }) => chosen === 'First')).toMatchObject({ superseded: true })
    expect((await app.client.plans.status({ plan_id: plan.plan_id })).invariants.map(({ text }) => text)).toEqual([
      'Second',
      'Third',
    ])
    expect((await make()).invariants.map(({ text }) => text)).toEqual(['Second'])
  })

  it('reaches plans under way that it is for, says which, and shows there that it came later', async () => {
    const { app, invariants, project, make } = await start()
    const other = await app.project(newRepository({ 'b.txt': 'one\n' }), 'other')
    const elsewhere = await app.client.plans.use({
      action: 'local/run-command',
      projects: [other],
      args: { command: 'true' },
      automation_profile: 'manual',
    })
    const [plan, ended] = [await make(), await make()]
    await app.client.plans.cancel({ plan_id: ended.plan_id })
    await invariants.add({ text: 'Never use raw SQL', plans: [elsewhere.plan_id], non_overridable: true })

    const ofProject = await invariants.add({ text: 'Keep it small', projects: [project] })
    expect(ofProject.plans).toMatchObject([{ plan_id: plan.plan_id, title: plan.title, reached: true, why: '' }])
    const everywhere = await invariants.add({ text: 'Use raw SQL', global: true })
    expect(everywhere.plans.map(({ plan_id, reached }) => [plan_id, reached])).toEqual([
      [elsewhere.plan_id, false],
      [plan.plan_id, true],
    ])
    expect(everywhere.plans[0]?.why).toBe('its plan invariant "Never use raw SQL" says the opposite')

    const held = await invariants.list({ plan: plan.plan_id, effective: true })
    expect(held.invariants.map(({ text, source, added_later }) => [text, source, added_later])).toEqual([
      ['Keep it small', project, true],
      ['Use raw SQL', 'global', true],
    ])
    const { nodes } = await app.client.plans.tree({ plan_id: plan.plan_id })
    const node = nodes.find(({ chosen }) => chosen === 'Keep it small')
    expect(await app.client.plans.explain({ decision_id: node!.id })).toMatchObject({
      rationale: expect.stringContaining(`Added after this plan was made, for project ${project}`) as unknown,
    })
    expect((await make()).invariants.map(({ added_later }) => added_later)).toEqual([false, false])
  })

  it('is what had given way, once what it gave way to is removed', async () => {
    const { invariants, project, make, app } = await start()
    await invariants.add({ text: 'Never use raw SQL', global: true })
    const { invariants: narrow } = await invariants.add({ text: 'Use raw SQL', projects: [project] })
    const { plan_id: plan } = await make()
    const held = async () => (await invariants.list({ plan, effective: true })).invariants.map(({ text }) => text)
    expect(await held()).toEqual(['Use raw SQL'])
    expect((await invariants.remove({ id: narrow[0]!.id })).plans).toMatchObject([{ instead: ['Never use raw SQL'] }])
    expect(await held()).toEqual(['Never use raw SQL'])
    const { nodes } = await app.client.plans.tree({ plan_id: plan })
    const rules = nodes.filter(({ type }) => type === 'invariant_enforced')
    expect(rules.map(({ chosen }) => chosen)).toEqual(['Never use raw SQL'])
  })

  it('meets a plan that was cancelled or applied when it comes back', async () => {
    const { invariants, project, make, app } = await start()
    const { invariants: early } = await invariants.add({ text: 'Early', projects: [project] })
    const cancelled = (await make()).plan_id
    await app.client.plans.cancel({ plan_id: cancelled })
    const applied = (await make('full-auto')).plan_id
    expect(await app.rest(applied)).toMatchObject({ state: 'applied' })
    await invariants.remove({ id: early[0]!.id })
    await invariants.add({ text: 'Late', projects: [project], never_paths: ['a.txt'] })
    const held = async (plan: string) =>
      (await invariants.list({ plan, effective: true })).invariants.map(({ text }) => text)
    expect([await held(cancelled), await held(applied)]).toEqual([['Early'], ['Early']])

    await app.client.plans.restore({ plan_id: cancelled })
    expect(await held(cancelled)).toEqual(['Late'])
    const { checkpoints } = await app.client.plans.artifacts({ plan_id: applied })
    await app.client.plans.rollback({ plan_id: applied, checkpoint_id: checkpoints.at(-1)!.id })
    expect(await held(applied)).toEqual(['Late'])
    await app.client.plans.execute({ plan_id: applied })
    expect(await app.rest(applied)).toMatchObject({ invariants: [{ text: 'Late', verdict: 'violated' }] })
  })

  it('comes to a project with its creation', async () => {
    const { app, invariants } = await start()
    const made = await app.client.projects.create({ name: 'local/infra', invariants: ['One', 'Two'] })
    expect(made.invariants).toBe(2)
    expect((await invariants.list({ project: 'local/infra' })).invariants.map(({ text }) => text)).toEqual([
      'One',
      'Two',
    ])
  })
})
