import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { electronBinary, fetchElectron } from './electron-binary.ts'

let root = ''
let folder = ''
const env = { PATH: process.env.PATH }
const note = () => join(root, 'node_modules/.cache/cleveragents/electron-unavailable.json')
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'electron-'))
  folder = join(root, 'node_modules/electron')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"version":"45.5.0"}')
})
afterEach(() => rmSync(root, { recursive: true }))

/** Puts in place of the package's installer one that counts its runs and then does this. */
function installer(text: string): () => number {
  const count = join(root, 'runs')
  writeFileSync(
    join(folder, 'install.js'),
    `const fs = require('fs'), os = require('os'), path = require('path')\nfs.appendFileSync(${JSON.stringify(count)}, '.')\n${text}`,
  )
  return () => (existsSync(count) ? readFileSync(count, 'utf8').length : 0)
}
const placesBinary = `fs.mkdirSync(path.join(__dirname, 'dist')); fs.writeFileSync(path.join(__dirname, 'dist/electron'), '')
fs.writeFileSync(path.join(__dirname, 'path.txt'), 'electron')`

describe('the binary that is there', () => {
  test('none before it is fetched, nor where only its name was noted', () => {
    expect(electronBinary(root, env)).toBeNull()
    writeFileSync(join(folder, 'path.txt'), 'electron')
    expect(electronBinary(root, env)).toBeNull()
  })

  test('the one of the folder that the environment names', () => {
    writeFileSync(join(root, 'electron'), '')
    expect(electronBinary(root, { ...env, ELECTRON_OVERRIDE_DIST_PATH: root })).toBe(join(root, 'electron'))
  })
})

describe('fetching it', () => {
  test('answers it when the installer placed it', async () => {
    installer(placesBinary)
    expect(await fetchElectron(root, { stallMs: 5000, env })).toBe(join(folder, 'dist/electron'))
  })

  test('is not tried again for a day after it failed', async () => {
    const runs = installer('process.exit(1)')
    expect(await fetchElectron(root, { stallMs: 5000, env })).toBeNull()
    expect(await fetchElectron(root, { stallMs: 5000, env })).toBeNull()
    expect(runs()).toBe(1)
    writeFileSync(note(), JSON.stringify({ version: '45.5.0', at: Date.now() - 25 * 60 * 60 * 1000 }))
    installer(placesBinary)
    expect(await fetchElectron(root, { stallMs: 5000, env })).not.toBeNull()
    expect(existsSync(note())).toBe(false)
  })

  test.each([
    ['of another version', JSON.stringify({ version: '44.0.0', at: Date.now() })],
    ['that is damaged', '{'],
  ])('is tried in spite of a note %s', async (_name, text) => {
    const runs = installer('process.exit(1)')
    mkdirSync(join(note(), '..'), { recursive: true })
    writeFileSync(note(), text)
    await fetchElectron(root, { stallMs: 5000, env })
    expect(runs()).toBe(1)
  })

  test('gives up on an installer that gets no byte', async () => {
    installer('setInterval(() => {}, 1000)')
    expect(await fetchElectron(root, { stallMs: 300, env })).toBeNull()
  })

  test('waits for one that is slow but gets on', async () => {
    installer(`let n = 0; const timer = setInterval(() => {
      fs.appendFileSync(path.join(os.tmpdir(), 'part'), 'x'.repeat(100)); if (++n < 30) return
      clearInterval(timer); ${placesBinary} }, 100)`)
    expect(await fetchElectron(root, { stallMs: 2000, env })).toBe(join(folder, 'dist/electron'))
  })
})
