import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusal } from '../platform/testing'
import { newFolder, newRepository, resourceWorld, writeFiles } from './testing'

/** Names, kinds, modes and content of everything below a folder, as one text. */
const stateOf = (folder: string) =>
  execFileSync('sh', ['-c', 'find . -printf "%p %y %m\\n" | sort; find . -type f -exec sha256sum {} + | sort'], {
    cwd: folder,
    encoding: 'utf8',
  })

describe('removing a resource', () => {
  it('forgets it and its children, and leaves its folder as it was', async () => {
    const folder = newRepository(newFolder(), { '.gitignore': 'ignored\n', ignored: 'i' })
    writeFiles(folder, { untracked: 'u' })
    const { add, handlers, sqlite, changes } = resourceWorld()
    const { id } = await add(folder)
    const before = stateOf(folder)
    await handlers.remove({ resource: id }, {})
    expect(stateOf(folder)).toBe(before)
    expect(await refusal(handlers.show({ resource: 'repo' }, {}))).toMatchObject({
      kind: 'missing',
      code: 'resource.not_found',
    })
    expect(sqlite.prepare('SELECT count(*) FROM resource_children').pluck().get()).toBe(0)
    expect(changes.at(-1)).toBe(`resource ${id}`)
    expect((await add(folder)).id).not.toBe(id)
  })

  it('ends a discovery that runs', async () => {
    const { handlers, faults } = resourceWorld()
    await handlers.add({ type: 'git-checkout', name: 'repo', path: newRepository(newFolder()) }, {})
    await handlers.remove({ resource: 'repo' }, {})
    expect((await handlers.list({}, {})).resources).toEqual([])
    expect(faults).toEqual([])
  })

  it('is refused while an active plan uses it', async () => {
    const { add, handlers } = resourceWorld({
      users: { linkedProjects: () => [], activePlans: () => [{ planId: 'plan-1' }] },
    })
    await add(newFolder(), 'repo', 'fs-directory')
    expect(await refusal(handlers.remove({ resource: 'repo' }, {}))).toMatchObject({
      kind: 'conflict',
      code: 'resource.used_by_plans',
      details: { plans: ['plan-1'] },
    })
    expect((await handlers.list({}, {})).resources).toHaveLength(1)
  })
})

describe('listing and showing', () => {
  it('filters by type and finds by id or name', async () => {
    const { add, handlers, lookup } = resourceWorld()
    const folder = await add(newFolder(), 'b', 'fs-directory')
    const checkout = await add(newRepository(newFolder()), 'a')
    const names = async (type?: string) =>
      (await handlers.list({ type }, {})).resources.map((resource) => resource.name)
    expect(await names()).toEqual(['local/a', 'local/b'])
    expect(await names('fs-directory')).toEqual(['local/b'])
    expect(await refusal(names('nothing'))).toMatchObject({ kind: 'invalid', code: 'resource.unknown_type' })
    expect((await handlers.show({ resource: folder.id.slice(-8) }, {})).id).toBe(folder.id)
    expect(lookup.findResource('A').id).toBe(checkout.id)
    expect(lookup.resourceById('none')).toBeUndefined()
    const children = handlers.children({ resource: 'a', type: 'nothing', offset: 0, limit: 1 }, {})
    expect(await refusal(children)).toMatchObject({ code: 'resource.unknown_child_type' })
  })

  it('has nothing to run in a plain folder', async () => {
    const folder = join(newFolder(), 'plain')
    writeFiles(folder, { '.devcontainer.json': '{"postCreateCommand": "x"}' })
    const { add, handlers } = resourceWorld()
    await add(folder, 'plain', 'fs-directory')
    const { items, hash, trusted } = await handlers.trustText({ resource: 'plain' }, {})
    expect([items, trusted]).toEqual([[], false])
    expect((await handlers.trust({ resource: 'plain', hash }, {})).trusted).toBe(true)
  })
})
