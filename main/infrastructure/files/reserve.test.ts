import { existsSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createReserve } from './reserve'

it('holds room back, gives it free once, and takes it again', () => {
  const dir = mkdtempSync(join(tmpdir(), 'reserve-'))
  const file = join(dir, 'reserve.bin')
  const reserve = createReserve(dir)
  reserve.release()
  reserve.refill()
  expect(statSync(file).size).toBeGreaterThan(100_000)
  reserve.release()
  expect(existsSync(file)).toBe(false)
  reserve.refill()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(reserve.isFull()).toBe(false)
})

it('leaves nothing where it cannot be made', () => {
  const reserve = createReserve(join(tmpdir(), 'reserve-nowhere'))
  expect(() => reserve.refill()).not.toThrow()
})
