import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createCommitKeeper } from './commit-keeper'
import { createGit } from './git'

const person = 'Ada <ada@example.org> 1700000000 +0000'
const textOf = (tree: string, message: string) => `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\n${message}`

describe('commit keeper', () => {
  const folders: string[] = []
  const repository = () => {
    const folder = mkdtempSync(join(tmpdir(), 'commit-keeper-'))
    folders.push(folder)
    const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim()
    git('init', '-q')
    return { folder, git, tree: git('write-tree') }
  }
  const keeper = () => createCommitKeeper(createGit({ env: { PATH: process.env['PATH'] } }))
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it('keeps each commit on its ref, also where several are asked for at once', async () => {
    const { folder, git, tree } = repository()
    const { keep } = keeper()
    const names = ['one', 'two', 'three']
    const kept = await Promise.all(names.map((name) => keep(folder, textOf(tree, `${name} ü\n`), `refs/kept/${name}`)))
    for (const [at, name] of names.entries()) {
      expect(git('rev-parse', `refs/kept/${name}`)).toBe(kept[at])
      expect(git('log', '-1', '--format=%an %s', `refs/kept/${name}`)).toBe(`Ada ${name} ü`)
    }
  })

  it('answers null where git refuses, and works again afterwards', async () => {
    const { folder, git, tree } = repository()
    const { keep } = keeper()
    expect(await keep(folder, 'no commit at all', 'refs/kept/bad')).toBeNull()
    expect(await keep(folder, textOf(tree, 'bad ref\n'), 'refs/kept/a..b')).toBeNull()
    const commit = await keep(folder, textOf(tree, 'good\n'), 'refs/kept/good')
    expect(commit).not.toBeNull()
    expect(git('rev-parse', 'refs/kept/good')).toBe(commit)
  })
})
