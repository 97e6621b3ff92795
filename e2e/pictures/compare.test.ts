import { describe, expect, it } from 'vitest'
import { blocksOf, blockSide, compare, regionLimit } from './compare.ts'

type Rectangle = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
type Colour = readonly [red: number, green: number, blue: number]

const [width, height] = [320, 200]

/** A grey picture with a line of text-like strokes, and what else is painted on it. */
function picture(paint: (x: number, y: number) => Colour | undefined = () => undefined) {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const ground = y >= 40 && y < 50 && x % 5 === 0 ? ([40, 40, 40] as const) : ([240, 240, 240] as const)
      data.set([...(paint(x, y) ?? ground), 255], (y * width + x) * 4)
    }
  return blocksOf({ width, height, data }, blockSide)
}

const within = ({ left, top, width: wide, height: high }: Rectangle, colour: Colour) =>
  picture((x, y) => (x >= left && x < left + wide && y >= top && y < top + high ? colour : undefined))

describe('comparing a picture with its reference', () => {
  it('finds no difference in the same picture', () => {
    expect(compare(picture(), picture())).toEqual({ region: 0, blocks: [] })
  })

  it('passes glyphs that are drawn a little otherwise', () => {
    const moved = picture((x, y) => {
      if (y < 40 || y >= 50) return undefined
      return x % 5 === 1 ? [52, 44, 48] : [238, 240, 237]
    })
    expect(compare(picture(), moved)).toEqual({ region: 0, blocks: [] })
  })

  it('counts blocks that lie apart as regions of their own', () => {
    const specks = picture((x, y) => (x % 64 < 16 && y % 64 < 16 ? [200, 240, 240] : undefined))
    const found = compare(picture(), specks)
    expect(found).toMatchObject({ region: 1 })
    expect(found !== 'another size' && found.blocks.length).toBe(20)
  })

  it('finds a panel that was painted over, in its size and its place', () => {
    const found = compare(picture(), within({ left: 32, top: 64, width: 64, height: 48 }, [255, 255, 255]))
    expect(found).toEqual({ region: 12, blocks: [82, 83, 84, 85, 102, 103, 104, 105, 122, 123, 124, 125] })
  })

  it('joins blocks that touch at their corners, and not over the edge of a row', () => {
    const steps = picture((x, y) => (Math.floor(x / 16) === Math.floor(y / 16) ? [90, 90, 90] : undefined))
    expect(compare(picture(), steps)).toMatchObject({ region: 13 })
    const edges = picture((x, y) =>
      (x < 16 && y >= 64 && y < 80) || (x >= 304 && y >= 48 && y < 64) ? [90, 90, 90] : undefined,
    )
    expect(compare(picture(), edges)).toEqual({ region: 1, blocks: [79, 80] })
  })

  it('sees a change of one channel alone, from what glyphs never come to', () => {
    const ground = { left: 0, top: 96, width: 320, height: 16 }
    expect(compare(picture(), within(ground, [240, 240, 230]))).toMatchObject({ region: 0 })
    expect(compare(picture(), within(ground, [240, 240, 229]))).toMatchObject({ region: 20 })
  })

  it('judges the blocks at the right and the lower edge by what they hold', () => {
    expect(compare(picture(), within({ left: 0, top: 192, width: 320, height: 8 }, [200, 200, 200]))).toMatchObject({
      region: 20,
    })
  })

  it('takes a picture of another size for another', () => {
    const wide = blocksOf({ width: 2, height: 1, data: [0, 0, 0, 255, 0, 0, 0, 255] }, blockSide)
    const high = blocksOf({ width: 1, height: 2, data: [0, 0, 0, 255, 0, 0, 0, 255] }, blockSide)
    expect(compare(wide, high)).toBe('another size')
  })

  it('allows a larger region where another Chromium made the reference', () => {
    expect(regionLimit('150.0.1', '150.0.1')).toBe(3)
    expect(regionLimit('150.0.1', '151.0.7')).toBe(8)
  })
})
