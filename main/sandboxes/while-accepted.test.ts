import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { contentKey, type Rejection } from '.'
import { createWorld, read, write, type World } from './testing'

let world: World
afterEach(() => world.dispose())

/** A plan that changed one file and added another, both rejected. */
async function rejected() {
  world = createWorld()
  const sandbox = await world.open('PLAN1', world.source(world.repository('app', { 'a.txt': 'a\n', 'b.txt': 'b\n' })))
  write(sandbox.path, { 'a.txt': 'changed\n', 'b.txt': 'kept\n', 'new/c.txt': 'new\n' })
  const rejections: Rejection[] = []
  const start = () => world.restart({ rejections: () => rejections })
  const sandboxes = start()
  for (const file of await sandboxes.changes('PLAN1', { patches: true }))
    if (file.path !== 'b.txt') rejections.push({ path: file.path, content: contentKey(file), range: null })
  const files = () => ({
    a: read(sandbox.path, 'a.txt'),
    b: read(sandbox.path, 'b.txt'),
    hasNew: existsSync(join(sandbox.path, 'new/c.txt')),
  })
  return { sandboxes, start, files, top: sandbox.path }
}

const whole = { a: 'changed\n', b: 'kept\n', hasNew: true }
const accepted = { a: 'a\n', b: 'kept\n', hasNew: false }

it('shows what Apply would bring while it is looked at, one look at a time, and brings the rest back', async () => {
  const { sandboxes, files } = await rejected()
  const seen = await Promise.all([1, 2].map(() => sandboxes.whileAccepted('PLAN1', () => Promise.resolve(files()))))
  expect(seen).toEqual([accepted, accepted])
  expect(files()).toEqual(whole)
})

it('brings it back where the look fails, and keeps what was written meanwhile', async () => {
  const { sandboxes, files, top } = await rejected()
  const look = sandboxes.whileAccepted('PLAN1', () => {
    write(top, { 'a.txt': 'written\n', 'log.txt': 'made\n' })
    rmSync(join(top, 'b.txt'))
    return Promise.reject(new Error('stopped'))
  })
  await expect(look).rejects.toThrow('stopped')
  expect(existsSync(join(top, 'b.txt'))).toBe(false)
  write(top, { 'b.txt': 'kept\n' })
  expect(files()).toEqual({ ...whole, a: 'written\n' })
  expect(read(top, 'log.txt')).toBe('made\n')
})

it('is put right at the next start where the application ended meanwhile', async () => {
  const { sandboxes, start, files, top } = await rejected()
  await new Promise<void>((looking) => void sandboxes.whileAccepted('PLAN1', () => new Promise(() => looking())))
  expect(files()).toEqual(accepted)
  write(top, { 'log.txt': 'made\n' })
  expect((await start().recover()).failed).toEqual([])
  expect(files()).toEqual(whole)
  expect(read(top, 'log.txt')).toBe('made\n')
})
