import { expect, it } from 'vitest'
import { systemFault } from './system-fault'

it.each(['EACCES', 'EPERM', 'ENAMETOOLONG', 'ENOSPC', 'EISDIR', 'ENOTDIR', 'ENOENT', 'ELOOP'])(
  '%s is told to the actor',
  (code) => {
    expect(systemFault(Object.assign(new Error('raw'), { code }))).toMatch(/^(the|a part of the) /)
  },
)

it('so is a search that took too long, and a bug is not', () => {
  expect(systemFault(Object.assign(new Error('git grep'), { timedOut: true }))).toContain('too long')
  expect(systemFault(new TypeError('x is undefined'))).toBeNull()
})
