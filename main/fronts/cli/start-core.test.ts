import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startCore } from './start-core'

let root: string
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'cli-start-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('tells the core the whole path of a data folder that was named relative to somewhere else', async () => {
  const entry = join(root, 'core.mjs')
  writeFileSync(entry, `console.log('home=' + process.env.CLEVERAGENTS_HOME); process.exit(3)\n`)
  const dataDir = join(root, 'data')
  const started = startCore(
    { dataDir, entry, env: { ...process.env, CLEVERAGENTS_HOME: 'data' }, progress: () => undefined },
    undefined,
  )
  await expect(started).rejects.toMatchObject({ data: { hint: expect.stringContaining(`home=${dataDir}`) } })
})
