/** Pixels as a canvas gives them: red, green, blue and opacity, a byte each. */
export type Picture = { readonly width: number; readonly height: number; readonly data: ArrayLike<number> }

/** A picture in blocks, row by row: the mean red, green and blue of each. */
export type Blocks = {
  readonly width: number
  readonly height: number
  readonly columns: number
  readonly means: readonly number[]
}

/** Where two pictures differ: the blocks, by their place, and the size of the largest region of them that hangs together. */
export type Differing = { readonly region: number; readonly blocks: readonly number[] }

export const blockSide = 16

/** How far the mean of a channel may lie from the other's, of 255: glyphs of another renderer shift it by less. */
const tolerance = 10

/** Cuts a picture into blocks. It runs in a page as its text stands, so that it can use nothing of this file. */
export function blocksOf({ width, height, data }: Picture, side: number): Blocks {
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)]
  const [sums, counts] = [new Float64Array(columns * rows * 3), new Float64Array(columns * rows)]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const block = Math.floor(y / side) * columns + Math.floor(x / side)
      const pixel = (y * width + x) * 4
      counts[block] = (counts[block] ?? 0) + 1
      for (let channel = 0; channel < 3; channel++)
        sums[block * 3 + channel] = (sums[block * 3 + channel] ?? 0) + (data[pixel + channel] ?? 0)
    }
  const means = Array.from(sums, (sum, at) => sum / (counts[Math.floor(at / 3)] ?? 1))
  return { width, height, columns, means }
}

function regionFrom(start: number, left: Set<number>, columns: number): number {
  const waiting = [start]
  let size = 0
  left.delete(start)
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    size++
    const [row, column] = [Math.floor(block / columns), block % columns]
    for (let beside = Math.max(column - 1, 0); beside <= Math.min(column + 1, columns - 1); beside++)
      for (const next of [row - 1, row, row + 1].map((one) => one * columns + beside))
        if (left.delete(next)) waiting.push(next)
  }
  return size
}

/** Finds where a picture differs from its reference; corners that touch hang together. */
export function compare(reference: Blocks, taken: Blocks): Differing | 'another size' {
  if (reference.width !== taken.width || reference.height !== taken.height) return 'another size'
  const blocks = Array.from({ length: taken.means.length / 3 }, (_, block) => block).filter((block) =>
    [0, 1, 2].some((channel) => {
      const at = block * 3 + channel
      return Math.abs((reference.means[at] ?? 0) - (taken.means[at] ?? 0)) > tolerance
    }),
  )
  const left = new Set(blocks)
  const regions = blocks.map((block) => (left.has(block) ? regionFrom(block, left, taken.columns) : 0))
  return { region: Math.max(0, ...regions), blocks }
}

/** The region from which on a picture is another: with another Chromium than the reference was made by, text may reflow a little. */
export const regionLimit = (madeBy: string, version: string): number => (madeBy === version ? 3 : 8)
