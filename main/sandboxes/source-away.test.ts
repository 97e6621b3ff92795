import { renameSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '@shared/model/refusal'
import type { Sandbox, Source } from './index'
import { createWorld, write, type World } from './testing'

// Each case is a hundred runs of git and more, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

const request = { mode: 'merge', message: 'Apply\n', trusted: () => false } as const

/** Every call that may look at the source. */
function calls(source: Source, sandbox: Sandbox): Record<string, () => unknown> {
  const { sandboxes } = world
  const { base } = sandbox
  const start = { R1: base.baseTree }
  return {
    captureBase: () => sandboxes.captureBase(source, { planId: 'P2', includeUncommitted: true }),
    compareSource: () => sandboxes.compareSource(source, base.fingerprint),
    open: () => sandboxes.open('P1', source, base),
    checkpoint: () => sandboxes.checkpoint(sandbox, { label: 'write' }),
    changes: () => sandboxes.changes('P1'),
    compare: () => sandboxes.compare('P1', start, null),
    acceptedChanges: () => sandboxes.acceptedChanges('P1'),
    presentTrees: () => sandboxes.presentTrees('P1'),
    previewUpdate: () => sandboxes.previewUpdate('P1', false),
    previewRestore: () => sandboxes.previewRestore('P1', start, { start, number: 0 }),
    previewApply: () => sandboxes.previewApply('P1', 'merge'),
    apply: () => sandboxes.apply('P1', request),
    condition: () => sandboxes.condition(sandbox),
    countChanges: () => sandboxes.countChanges('P1'),
    restoreTrees: () => sandboxes.restoreTrees('P1', start),
    previewRevert: () => sandboxes.previewRevert('P1', 'undo'),
    restore: () => sandboxes.restore('P1'),
  }
}

/** How each call ended: `fine`, the code of its refusal, or what else it threw. */
async function answers(all: ReturnType<typeof calls>): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const [name, call] of Object.entries(all))
    seen[name] = await Promise.resolve()
      .then(call)
      .then(
        () => 'fine',
        (error: unknown) => (error instanceof Refusal ? error.data.code : `a bug: ${String(error)}`),
      )
  return seen
}

const bugs = (seen: Record<string, string>) => Object.entries(seen).filter(([, answer]) => answer.startsWith('a bug'))

describe('a source that is away', () => {
  it.each(['open', 'applied', 'discarded'])('is told by whatever looks at its repository: %s', async (state) => {
    const repo = world.repository('app')
    const source = world.source(repo)
    const sandbox = await world.open('P1', source)
    write(sandbox.path, { 'f.txt': 'plan\n' })
    await world.sandboxes.checkpoint(sandbox, { label: 'write' })
    if (state === 'applied') await world.sandboxes.apply('P1', request)
    if (state === 'discarded') await world.sandboxes.discard('P1')
    renameSync(repo, `${repo}-away`)
    const seen = await answers(calls(source, world.sandboxes.get('P1')[0]!))
    expect(bugs(seen)).toEqual([])
    expect(seen).toMatchObject({ captureBase: 'sandbox.source_missing', previewUpdate: 'sandbox.source_missing' })
  })

  it.each(['open', 'applied', 'discarded'])('is told by whatever looks at its folder: %s', async (state) => {
    const folder = world.folder('docs')
    const source = world.folderSource(folder)
    const sandbox = await world.open('P1', source)
    write(sandbox.path, { 'f.txt': 'plan\n' })
    await world.sandboxes.checkpoint(sandbox, { label: 'write' })
    if (state === 'applied') await world.sandboxes.apply('P1', request)
    if (state === 'discarded') await world.sandboxes.discard('P1')
    renameSync(folder, `${folder}-away`)
    const seen = await answers(calls(source, world.sandboxes.get('P1')[0]!))
    expect(bugs(seen)).toEqual([])
    expect(seen).toMatchObject({ captureBase: 'sandbox.folder_missing', compareSource: 'sandbox.folder_missing' })
  })
})
