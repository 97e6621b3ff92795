import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { icnsOf, icoOf } from './icon-files.ts'

const icons = join(import.meta.dirname, '../resources/icons')
const signature = '89504e470d0a1a0a'
const sidesOf = (png: Buffer) => {
  expect(png.subarray(0, 8).toString('hex')).toBe(signature)
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

describe('the icons in the repository', () => {
  test('for Windows, every size that its directory names, found where it says', () => {
    const ico = readFileSync(join(icons, 'icon.ico'))
    expect(ico.readUInt16LE(2)).toBe(1)
    const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const entry = 6 + 16 * index
      const size = ico.readUInt8(entry) || 256
      const at = ico.readUInt32LE(entry + 12)
      expect(sidesOf(ico.subarray(at, at + ico.readUInt32LE(entry + 8)))).toEqual([size, size])
      return size
    })
    expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256])
  })

  test('for macOS, a chain of entries that fills the file, up to 1024 pixels', () => {
    const icns = readFileSync(join(icons, 'icon.icns'))
    expect([icns.subarray(0, 4).toString(), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
    const entries: Record<string, number | undefined> = {}
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
      entries[icns.subarray(at, at + 4).toString()] = sidesOf(icns.subarray(at + 8))[0]
    expect(entries).toEqual({
      ic11: 32,
      ic12: 64,
      ic07: 128,
      ic13: 256,
      ic08: 256,
      ic14: 512,
      ic09: 512,
      ic10: 1024,
    })
  })

  test.each([16, 24, 32, 48, 64, 128, 256, 512])('for Linux, %i pixels', (size) => {
    expect(sidesOf(readFileSync(join(icons, `${size}x${size}.png`)))).toEqual([size, size])
  })
})

test('a size that was not drawn is missed, not left out', () => {
  expect(() => icnsOf([])).toThrow('32 pixels')
  expect(() => icoOf([])).toThrow('16 pixels')
})
