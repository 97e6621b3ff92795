import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Git, Sandbox } from './index'
import { createWorld, snapshotOf, write, type World } from './testing'

// Each case is hundreds of runs of git, which a busy machine makes slow.
vi.setConfig({ testTimeout: 300_000 })

const runs = Number(process.env['RESTORE_RUNS'] ?? 5)

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

const paths = ['a', 'b', 'd/a', 'd/b', 'd/e/c', 'x/y'] as const
const path = fc.constantFrom(...paths)
const step = fc.oneof(
  fc.record({ do: fc.constant('write' as const), path, text: fc.string({ maxLength: 6 }) }),
  fc.record({ do: fc.constant('move' as const), path, to: path }),
  fc.record({ do: fc.constant('delete' as const), path }),
  fc.record({ do: fc.constant('run' as const), path }),
  fc.record({ do: fc.constant('link' as const), path, target: fc.constantFrom('a', '../b', '/nowhere') }),
  fc.record({ do: fc.constant('checkpoint' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Makes room for a file: whatever stands in its way, as itself or as a parent, goes. */
function clear(top: string, at: string): void {
  const segments = at.split('/')
  for (let to = 1; to < segments.length; to++) {
    const parent = join(top, ...segments.slice(0, to))
    if (existsSync(parent) && !readdirOrNull(parent)) rmSync(parent)
  }
  rmSync(join(top, at), { recursive: true, force: true })
  mkdirSync(dirname(join(top, at)), { recursive: true })
}

function readdirOrNull(folder: string): string[] | null {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null
    throw error
  }
}

function perform(top: string, one: Exclude<Step, { do: 'checkpoint' }>): void {
  const at = join(top, one.path)
  switch (one.do) {
    case 'write':
      clear(top, one.path)
      return writeFileSync(at, one.text)
    case 'delete':
      return rmSync(at, { recursive: true, force: true })
    case 'run':
      clear(top, one.path)
      writeFileSync(at, '#!/bin/sh\n')
      return chmodSync(at, 0o755)
    case 'link':
      clear(top, one.path)
      return symlinkSync(one.target, at)
    case 'move':
      if (!existsSync(at) || one.to === one.path || one.to.startsWith(`${one.path}/`)) return
      if (one.path.startsWith(`${one.to}/`)) return
      clear(top, one.to)
      if (existsSync(at)) renameSync(at, join(top, one.to))
  }
}

/** Files with modes, contents and link targets; folders count only by what they hold, as git has them. */
function filesOf(top: string): Record<string, string> {
  const seen = Object.entries(snapshotOf(top)).filter(([name, what]) => !what.startsWith('folder') && !name.startsWith('.git'))
  return Object.fromEntries(seen)
}

const treesOf = (resources: Readonly<Record<string, { readonly tree: string }>>) =>
  Object.fromEntries(Object.entries(resources).map(([id, { tree }]) => [id, tree]))

describe('setting a sandbox to the tree of a checkpoint', () => {
  it.each(['checkout', 'folder'] as const)(
    'gives its files byte for byte, whatever was done since: %s',
    async (kind) => {
      const files = { a: 'a\n', 'd/a': 'da\n', 'd/e/c': 'c\n' }
      const source =
        kind === 'checkout'
          ? world.source(world.repository('app', files))
          : world.folderSource(world.folder('app', files))
      let plan = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), fc.nat(), async (steps, pick) => {
          const sandbox = await world.open(`P${++plan}`, source)
          const taken: { trees: Record<string, string>; files: Record<string, string> }[] = []
          const take = async () => {
            const { resources } = await world.sandboxes.checkpoint(sandbox, { label: 'x' })
            taken.push({ trees: treesOf(resources), files: filesOf(sandbox.path) })
          }
          await take()
          for (const one of steps) {
            if (one.do === 'checkpoint') await take()
            else perform(sandbox.path, one)
          }
          const wanted = taken[pick % taken.length]!
          await world.sandboxes.restoreTrees(sandbox.planId, wanted.trees)
          expect(filesOf(sandbox.path)).toEqual(wanted.files)
          await world.sandboxes.discard(sandbox.planId)
        }),
        { numRuns: runs, endOnFailure: true },
      )
    },
  )

  it('is finished by the next one where it was interrupted at any call of git', async () => {
    const sandbox = await world.open('P1', world.source(world.repository('app', { a: 'a\n', b: 'b\n', 'd/a': 'd\n' })))
    const first = await world.sandboxes.checkpoint(sandbox, { label: 'first' })
    write(sandbox.path, { a: 'changed\n', 'n/new': 'n\n' })
    rmSync(join(sandbox.path, 'b'))
    const second = await world.sandboxes.checkpoint(sandbox, { label: 'second' })
    const before = filesOf(sandbox.path)
    await dieInReadTree(sandbox, treesOf(first.resources))
    // Half of it stands there.
    expect(filesOf(sandbox.path)).not.toEqual(before)
    await world.restart().restoreTrees('P1', treesOf(second.resources))
    expect(filesOf(sandbox.path)).toEqual(before)
  })
})

/** Dies in the middle of writing files: some are changed, and git's lock is left. */
async function dieInReadTree(sandbox: Sandbox, trees: Record<string, string>): Promise<void> {
  const original: Git['run'] = world.git.run.bind(world.git)
  await new Promise<void>((dead) => {
    Object.assign(world.git, {
      run(...call: Parameters<Git['run']>) {
        if (!call[1].includes('-u')) return original(...call)
        writeFileSync(`${sandbox.path}.index.lock`, '')
        writeFileSync(join(sandbox.path, 'a'), 'hal')
        rmSync(join(sandbox.path, 'n'), { recursive: true })
        Object.assign(world.git, { run: original })
        dead()
        return new Promise(() => undefined)
      },
    })
    void world.sandboxes.restoreTrees('P1', trees)
  })
}
