/** A file's text apart from how it is stored; `encode` of it gives the very bytes it was decoded from. */
export type TextFile = {
  readonly text: string
  readonly encoding: 'utf8' | 'latin1'
  /** The file begins with a byte order mark, which `text` leaves out. */
  readonly mark: boolean
}

const sniffed = 8000

/** Decodes a file; null where it is binary. What is not UTF-8 is taken byte for byte, so that it can be written back. */
export function decodeText(bytes: Uint8Array): TextFile | null {
  if (bytes.subarray(0, sniffed).includes(0)) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const mark = text.startsWith('\uFEFF')
    return { text: mark ? text.slice(1) : text, encoding: 'utf8', mark }
  } catch {
    // Not UTF-8: each byte becomes the character of that number, which loses nothing.
    return { text: Buffer.from(bytes).toString('latin1'), encoding: 'latin1', mark: false }
  }
}

/** The bytes of a text stored as another file is; null where that file's encoding cannot hold it. */
export function encodeText(file: TextFile): Uint8Array | null {
  if (file.encoding === 'utf8') return new TextEncoder().encode(file.mark ? `\uFEFF${file.text}` : file.text)
  return /[^\0-\xFF]/.test(file.text) ? null : Buffer.from(file.text, 'latin1')
}

/** True where every line of a text with at least one line end closes with CR LF. */
export function isWhollyCrlf(text: string): boolean {
  return text.includes('\n') && !/(^|[^\r])\n/.test(text)
}
