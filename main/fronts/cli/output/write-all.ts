import { fs } from '../builtin'

/** Milliseconds to wait for a slow reader of a pipe that was set not to block. */
const slowReader = 5

function writeWhenReady(stream: number, bytes: Buffer, at: number): number {
  try {
    return fs.writeSync(stream, bytes, at)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, slowReader)
    return 0
  }
}

/** Writes all of a text to a stream; a reader that has gone away (`| head`) wants no more, and that is no failure. */
export function writeAll(stream: 1 | 2, text: string): void {
  const bytes = Buffer.from(text)
  try {
    for (let at = 0; at < bytes.length;) at += writeWhenReady(stream, bytes, at)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}
