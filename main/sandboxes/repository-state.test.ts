import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGit } from '../infrastructure/git/git'
import { runGit } from '../infrastructure/git/testing'
import { gitDirOf, looseCommit } from './repository-state'

let root: string
let top: string
let linked: string
const git = (cwd: string, ...args: string[]) =>
  runGit(['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd }).trim()

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'state-')))
  top = join(root, 'top')
  linked = join(root, 'linked')
  mkdirSync(top)
  git(top, 'init', '-q', '-b', 'main')
  git(top, 'commit', '-q', '--allow-empty', '-m', 'first')
  git(top, 'worktree', 'add', '-q', '-b', 'some/branch', linked)
  git(linked, 'commit', '-q', '--allow-empty', '-m', 'second')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('what is read from git’s own files', () => {
  it('is the commit that git names, in the main and in a linked working tree', async () => {
    for (const folder of [top, linked])
      for (const ref of ['HEAD', 'refs/heads/main', 'refs/heads/some/branch'])
        expect(await looseCommit(folder, ref)).toBe(git(folder, 'rev-parse', ref))
    git(linked, 'checkout', '-q', '--detach')
    expect(await looseCommit(linked, 'HEAD')).toBe(git(linked, 'rev-parse', 'HEAD'))
  })

  it('is left to git where a branch is packed, absent, symbolic, or a name that leads elsewhere', async () => {
    git(top, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main')
    writeFileSync(join(top, '.git/elsewhere'), `${git(top, 'rev-parse', 'main')}\n`)
    for (const ref of ['refs/heads/absent', 'refs/heads/alias', 'refs/heads/../../elsewhere', 'refs/tags/none'])
      expect(await looseCommit(top, ref)).toBeNull()
    git(top, 'pack-refs', '--all')
    expect(await looseCommit(top, 'refs/heads/main')).toBeNull()
    expect(await looseCommit(root, 'HEAD')).toBeNull()
  })

  it('is the git folder that git names', async () => {
    const real = createGit()
    for (const folder of [top, linked])
      expect(await gitDirOf(real, folder)).toBe(git(folder, 'rev-parse', '--absolute-git-dir'))
    const moved = join(root, 'moved')
    git(root, 'clone', '-q', '--separate-git-dir', join(root, 'apart'), top, moved)
    expect(await gitDirOf(real, moved)).toBe(join(root, 'apart'))
    const behind = join(root, 'behind')
    mkdirSync(behind)
    symlinkSync(join(root, 'apart'), join(behind, '.git'))
    expect(await gitDirOf(real, behind)).toBe(git(behind, 'rev-parse', '--absolute-git-dir'))
  })
})
