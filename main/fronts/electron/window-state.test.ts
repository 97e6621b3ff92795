import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readWindowStates, windowPlacement, writeWindowStates } from './window-state'

const folder = mkdtempSync(join(tmpdir(), 'window-state-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('what was written is read again, by nobody else', () => {
  const file = join(folder, 'deep/window.json')
  const first = { bounds: { x: -20, y: 5, width: 900, height: 600 }, maximized: true, route: '/plans?state=failed' }
  const second = { ...first, maximized: false, route: '/' }
  writeWindowStates(file, [first, second])
  expect(readWindowStates(file)).toEqual([first, second])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('what an earlier version wrote is understood, and a place that is none stands for home', () => {
  const file = join(folder, 'earlier.json')
  const state = { bounds: { x: 1, y: 2, width: 900, height: 600 }, maximized: false }
  writeFileSync(file, JSON.stringify(state))
  expect(readWindowStates(file)).toEqual([{ ...state, route: '/' }])
  writeFileSync(file, JSON.stringify({ windows: [{ ...state, route: 'https://example.com/' }] }))
  expect(readWindowStates(file)).toEqual([{ ...state, route: '/' }])
})

test.each([
  ['is absent', null],
  ['is cut off', '{"bounds"'],
  ['holds something else', '[]'],
  ['holds sizes out of range', '{"bounds":{"x":0,"y":0,"width":0,"height":1e9},"maximized":false}'],
])('a file that %s stands for nothing remembered', (name, text) => {
  const file = join(folder, `${name}.json`)
  if (text !== null) writeFileSync(file, text)
  expect(readWindowStates(file)).toEqual([])
})

describe('placement', () => {
  const laptop = { x: 0, y: 0, width: 1440, height: 900 }
  const second = { x: 1440, y: 0, width: 1920, height: 1080 }
  const at = (x: number, y: number, width = 1000, height = 700) => ({
    bounds: { x, y, width, height },
    maximized: false,
  })

  test.each([
    ['the first time', null, [laptop], { width: 1280, height: 800 }],
    ['the first time on a small screen', null, [{ ...laptop, width: 1024, height: 600 }], { width: 1024, height: 600 }],
    ['as remembered', at(100, 50), [laptop], { x: 100, y: 50, width: 1000, height: 700 }],
    ['on the second screen', at(1500, 50), [laptop, second], { x: 1500, y: 50, width: 1000, height: 700 }],
    ['the second screen is gone', at(1500, 50), [laptop], { width: 1000, height: 700 }],
    ['above every screen', at(100, -50), [laptop], { width: 1000, height: 700 }],
    ['almost out to the left', at(-950, 50), [laptop], { width: 1000, height: 700 }],
    ['wider than its screen', at(0, 0, 3000, 2000), [laptop], { x: 0, y: 0, width: 1440, height: 900 }],
    ['across both screens', at(1000, 0, 1200, 900), [laptop, second], { x: 1000, y: 0, width: 1200, height: 900 }],
    ['smaller than allowed', at(10, 10, 100, 100), [laptop], { x: 10, y: 10, width: 720, height: 480 }],
    ['no screen is known', null, [], { width: 1280, height: 800 }],
  ])('%s', (_name, remembered, screens, placement) => {
    expect(windowPlacement(remembered, screens)).toEqual(placement)
  })
})
