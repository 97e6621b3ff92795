import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newFolder, newRepository } from '../resources/testing'
import { refusal } from '../platform/testing'
import { projectWorld } from './testing'

const project = 'local/api'
const create = { name: project, description: 'REST API service', resources: [] as string[], invariants: [] as string[] }

describe('creating a project', () => {
  it('links the named resources in their order, each once', async () => {
    const { handlers, addFolder, lookup } = projectWorld()
    const [a, b] = [await addFolder('a'), await addFolder('b')]
    const made = await handlers.create({ ...create, resources: ['b', 'local/a', b.id] }, {})
    expect(made).toMatchObject({ name: project, apply_mode: null, automation_profile: null, active_plans: 0 })
    expect(made.resources).toEqual([
      { resource_id: b.id, name: 'local/b', type: 'fs-directory', path: b.path, read_only: false },
      { resource_id: a.id, name: 'local/a', type: 'fs-directory', path: a.path, read_only: false },
    ])
    expect(lookup.findProject('API').id).toBe(made.project_id)
    expect(lookup.findProject(made.project_id.slice(-8)).id).toBe(made.project_id)
    expect(lookup.projectResources(made.project_id).map((link) => link.resource.id)).toEqual([b.id, a.id])
    expect((await handlers.list(undefined, {})).projects).toEqual([made])
  })

  it('keeps nothing where a resource does not exist', async () => {
    const { handlers } = projectWorld()
    expect(await refusal(handlers.create({ ...create, resources: ['nope'] }, {}))).toMatchObject({
      kind: 'missing',
      code: 'resource.not_found',
    })
    expect((await handlers.list(undefined, {})).projects).toEqual([])
  })

  it('refuses a name that is taken, malformed or reserved', async () => {
    const { handlers } = projectWorld()
    await handlers.create(create, {})
    const named = (name: string) => refusal(handlers.create({ ...create, name }, {}))
    expect(await named('Local/API')).toMatchObject({ kind: 'conflict', code: 'project.name_taken' })
    expect(await named('a//b')).toMatchObject({ kind: 'invalid', code: 'project.name_malformed' })
    expect(await named('system/x')).toMatchObject({ kind: 'invalid', code: 'project.namespace_reserved' })
  })
})

describe('linking', () => {
  it('links read-only, refuses a second link without internals, and unlinks', async () => {
    const { handlers, addFolder, resources } = projectWorld()
    await handlers.create(create, {})
    const { id } = await addFolder('docs')
    const link = (readOnly: boolean) => handlers.link({ project, resource: 'docs', read_only: readOnly }, {})
    expect((await link(true)).resources).toMatchObject([{ resource_id: id, read_only: true }])
    const again = await refusal(link(true))
    expect(again).toMatchObject({ kind: 'conflict', code: 'project.already_linked' })
    expect(again.message).not.toMatch(/sql|constraint|unique/i)
    expect((await refusal(link(false))).hint).toContain('Unlink')
    expect((await resources.handlers.show({ resource: 'docs' }, {})).projects).toEqual([project])
    expect((await handlers.unlink({ project, resource: 'docs' }, {})).resources).toEqual([])
    expect(await refusal(handlers.unlink({ project, resource: 'docs' }, {}))).toMatchObject({
      code: 'project.not_linked',
    })
    expect(resources.changes).toContain(`resource ${id}`)
  })

  it('leaves discovered children alone', async () => {
    const { handlers, resources } = projectWorld()
    const folder = newRepository(newFolder(), { '.devcontainer.json': '{}' })
    await resources.add(folder)
    await handlers.create({ ...create, resources: ['repo'] }, {})
    const child = resources.sqlite
      .prepare(`SELECT id FROM resource_children WHERE type = 'devcontainer-instance'`)
      .pluck()
      .get() as string
    const refused = [
      await refusal(handlers.unlink({ project, resource: child }, {})),
      await refusal(handlers.link({ project, resource: child, read_only: false }, {})),
      await refusal(resources.handlers.remove({ resource: child }, {})),
    ]
    expect(refused.map((one) => one.code)).toEqual(Array(3).fill('resource.discovered_child'))
    expect(refused[0]?.message).toContain('local/repo')
  })

  it('keeps a linked resource from being removed and names the projects', async () => {
    const { handlers, addFolder, resources } = projectWorld()
    const { path } = await addFolder('docs')
    await handlers.create({ ...create, resources: ['docs'] }, {})
    const refused = await refusal(resources.handlers.remove({ resource: 'docs' }, {}))
    expect(refused).toMatchObject({ kind: 'conflict', code: 'resource.linked', details: { projects: [project] } })
    expect(refused.message).toContain(project)
    await handlers.unlink({ project, resource: 'docs' }, {})
    await resources.handlers.remove({ resource: 'docs' }, {})
    expect(await refusal(resources.handlers.show({ resource: 'docs' }, {}))).toMatchObject({
      code: 'resource.not_found',
    })
    expect(existsSync(path)).toBe(true)
  })
})

describe('deleting a project', () => {
  it('is refused while plans are active; forced, it cancels them and keeps the resources', async () => {
    const { handlers, addFolder, plans, cancelled, resources } = projectWorld()
    await addFolder('docs')
    const { project_id: id } = await handlers.create({ ...create, resources: ['docs'] }, {})
    plans.set(id, ['plan-1', 'plan-2'])
    expect((await handlers.show({ project }, {})).active_plans).toBe(2)
    const refused = await refusal(handlers.delete({ project, force: false }, {}))
    expect(refused).toMatchObject({
      kind: 'conflict',
      code: 'project.active_plans',
      details: { plans: ['plan-1', 'plan-2'] },
    })
    expect(cancelled).toEqual([])
    expect(await handlers.delete({ project, force: true }, {})).toEqual({
      ok: true,
      cancelled_plans: ['plan-1', 'plan-2'],
    })
    expect(cancelled).toEqual(['plan-1', 'plan-2'])
    expect(await refusal(handlers.show({ project }, {}))).toMatchObject({ kind: 'missing', code: 'project.not_found' })
    expect((await resources.handlers.show({ resource: 'docs' }, {})).projects).toEqual([])
  })

  it('is refused where a plan came to be while the others were cancelled', async () => {
    const { handlers, plans, deps } = projectWorld()
    const { project_id: id } = await handlers.create(create, {})
    plans.set(id, ['plan-1'])
    const { cancelPlans } = deps.plans
    Object.assign(deps.plans, {
      cancelPlans: async (projectId: string) => {
        await cancelPlans(projectId)
        plans.set(id, ['late'])
      },
    })
    expect(await refusal(handlers.delete({ project, force: true }, {}))).toMatchObject({ details: { plans: ['late'] } })
    expect((await handlers.show({ project }, {})).project_id).toBe(id)
  })
})

describe('setting what plans of a project start with', () => {
  it('sets, keeps what is not named, and returns to the global setting', async () => {
    const { handlers } = projectWorld()
    await handlers.create(create, {})
    const set = (change: object) => handlers.set({ project, ...change }, {})
    expect(await set({ apply_mode: 'squash', automation_profile: 'review' })).toMatchObject({
      apply_mode: 'squash',
      automation_profile: 'review',
      description: 'REST API service',
    })
    expect(await set({ description: 'new' })).toMatchObject({ apply_mode: 'squash', description: 'new' })
    expect(await set({ apply_mode: null })).toMatchObject({ apply_mode: null, automation_profile: 'review' })
    expect(await refusal(set({ automation_profile: 'nope' }))).toMatchObject({ code: 'profile.not_found' })
    expect((await handlers.show({ project }, {})).automation_profile).toBe('review')
  })
})
