import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { contentPolicy } from '../content-policy'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.map': 'application/json',
}

/** What every answer of the browser front carries. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

export type Page = { readonly body: Buffer; readonly type: string; readonly immutable: boolean }

/** Reads a built page or asset; null where there is none. Never leaves the folder, whatever the path says. */
export async function readPage(folder: string, urlPath: string): Promise<Page | null> {
  let decoded: string
  try {
    decoded = decodeURIComponent(urlPath)
  } catch {
    // A path with a broken escape names no file.
    return null
  }
  if (decoded.includes('\0')) return null
  const file = normalize(join(folder, decoded === '/' ? 'index.html' : decoded))
  if (!file.startsWith(folder + sep)) return null
  const type = types[extname(file)]
  if (!type) return null
  const body = await readFile(file).catch(() => null)
  return body && { body, type, immutable: decoded.startsWith('/assets/') }
}
