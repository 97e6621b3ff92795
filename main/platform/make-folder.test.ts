import { mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from './make-folder'

const temporary = () => mkdtempSync(join(tmpdir(), 'folder-'))

describe('makeFolder', () => {
  it('makes every folder that is missing, for its owner alone, and takes one that is there', () => {
    const path = join(temporary(), 'a', 'b', 'c')
    makeFolder(path)
    makeFolder(path)
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
  })

  it('takes a link to a folder, and refuses a file, a path below one, and a link to nothing', () => {
    const dir = temporary()
    writeFileSync(join(dir, 'file'), 'mine')
    symlinkSync(dir, join(dir, 'link'))
    symlinkSync(join(dir, 'nowhere'), join(dir, 'dangling'))
    makeFolder(join(dir, 'link', 'below'))
    expect(statSync(join(dir, 'below')).isDirectory()).toBe(true)
    expect(() => makeFolder(join(dir, 'file'))).toThrow('EEXIST')
    expect(() => makeFolder(join(dir, 'file', 'below'))).toThrow('ENOTDIR')
    expect(() => makeFolder(join(dir, 'dangling'))).toThrow('EEXIST')
  })

  it.runIf(process.platform === 'linux')('ends where a folder takes nothing and says that it is not there', () => {
    expect(() => makeFolder('/proc/cleveragents/logs')).toThrow('ENOENT')
  })
})
