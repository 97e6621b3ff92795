import type { Resource } from './domain/resource'
import type { ResourceDeps } from './ports'
import { pathInside, valueOf } from './read-contained'

/** Bytes of a file that are read at most. */
const largestRead = 1024 * 1024
const sniffed = 8_000

export type FileText = {
  readonly path: string
  /** Null where the file is binary. */
  readonly text: string | null
  readonly size: number
  readonly truncated: boolean
}

/** Reads the beginning of one file of a resource. */
export async function readResourceFile(
  deps: Pick<ResourceDeps, 'disk'>,
  resource: Resource,
  path: string,
): Promise<FileText> {
  const plain = pathInside(resource, path)
  const { bytes, size } = valueOf(resource, plain, await deps.disk.read(resource.canonicalPath, plain, largestRead))
  const truncated = size > bytes.length
  const isBinary = bytes.subarray(0, sniffed).includes(0)
  // Streaming holds back a character that the limit cut in two.
  const text = isBinary ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: truncated })
  return { path: plain, text, size, truncated }
}
