/** A picture as PNG, with the length of its sides in pixels. */
export type Picture = { readonly size: number; readonly png: Buffer }

/** Which entry of an ICNS file holds a picture of which size; the second of a size is for screens of double density. */
const icnsTypes: readonly (readonly [type: string, size: number])[] = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]

/** An icon for macOS: a header, then each picture with its type and length, all big-endian. */
export function icnsOf(pictures: readonly Picture[]): Buffer {
  const entries = icnsTypes.map(([type, size]) => {
    const { png } = pictureOf(pictures, size)
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(png.length + 8, 4)
    return Buffer.concat([head, png])
  })
  const head = Buffer.alloc(8)
  head.write('icns', 'latin1')
  head.writeUInt32BE(
    entries.reduce((sum, entry) => sum + entry.length, 8),
    4,
  )
  return Buffer.concat([head, ...entries])
}

const icoSizes = [16, 24, 32, 48, 64, 128, 256]

/** An icon for Windows: a directory of pictures, then the pictures, all little-endian. */
export function icoOf(pictures: readonly Picture[]): Buffer {
  const chosen = icoSizes.map((size) => pictureOf(pictures, size))
  const head = Buffer.alloc(6)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(chosen.length, 4)
  let at = head.length + 16 * chosen.length
  const directory = chosen.map(({ size, png }) => {
    const entry = Buffer.alloc(16)
    // A byte holds no 256; 0 stands for it.
    entry.writeUInt8(size % 256, 0)
    entry.writeUInt8(size % 256, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(at, 12)
    at += png.length
    return entry
  })
  return Buffer.concat([head, ...directory, ...chosen.map(({ png }) => png)])
}

function pictureOf(pictures: readonly Picture[], size: number): Picture {
  const found = pictures.find((picture) => picture.size === size)
  if (found === undefined) throw new Error(`there is no picture of ${size} pixels`)
  return found
}
