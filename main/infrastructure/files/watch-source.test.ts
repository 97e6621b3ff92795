import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SourceWatch, watchSource } from './watch-source'

let top: string
let watched: SourceWatch
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args], { cwd: top, stdio: 'ignore' })

beforeEach(() => {
  top = join(realpathSync(mkdtempSync(join(tmpdir(), 'watch-'))), 'app')
  mkdirSync(join(top, 'src/deep'), { recursive: true })
  writeFileSync(join(top, 'src/deep/a.txt'), 'a\n')
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'first')
  watched = watchSource({ top, commonDir: join(top, '.git'), branch: 'main' })
})
afterEach(() => {
  watched.close()
  rmSync(dirname(top), { recursive: true, force: true })
})

/** Does something and waits until the system has told of it: whoever watches the same place has been told then too. */
async function told(place: string, work: () => void): Promise<void> {
  const told = new Promise<void>((settle) => {
    const watcher = watch(place, () => {
      watcher.close()
      settle()
    })
  })
  work()
  await told
  await new Promise((settle) => setImmediate(settle))
}

describe('a watched checkout', () => {
  it('tells once of a change in the folder of a path that was added', async () => {
    watched.add('src/deep/a.txt')
    expect(watched.stirred()).toBe(false)
    await told(join(top, 'src/deep'), () => writeFileSync(join(top, 'src/deep/a.txt'), 'changed\n'))
    expect(watched.stirred()).toBe(true)
    expect(watched.stirred()).toBe(false)
  })

  it('tells of a commit, and of a file that was staged', async () => {
    writeFileSync(join(top, 'src/deep/a.txt'), 'changed\n')
    watched.stirred()
    await told(join(top, '.git'), () => git('add', '-A'))
    expect(watched.stirred()).toBe(true)
    await told(join(top, '.git/refs/heads'), () => git('commit', '-qm', 'second'))
    expect(watched.stirred()).toBe(true)
  })

  it('says nothing of what plans keep in the repository', async () => {
    await told(join(top, '.git/refs/heads'), () => git('branch', 'cleveragents/plan-P1'))
    expect(watched.stirred()).toBe(false)
  })

  it('watches the nearest folder of a path that is not there yet, and does without a source that is away', async () => {
    watched.add('src/new/b.txt')
    await told(join(top, 'src'), () => mkdirSync(join(top, 'src/new')))
    expect(watched.stirred()).toBe(true)
    const away = watchSource({ top: join(top, 'nowhere'), commonDir: join(top, 'nowhere/.git'), branch: 'main' })
    away.add('a.txt')
    expect(away.stirred()).toBe(false)
    away.close()
  })
})
