import { readFile } from 'node:fs/promises'
import { extname, resolve, sep } from 'node:path'
import { contentPolicy } from '../content-policy'

export const appScheme = 'app'
export const appOrigin = `${appScheme}://bundle`

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/**
 * The file that an `app://bundle/…` address stands for, or null where it may not be served: another host, a path that
 * leaves the root, a hidden file, a kind of file that the bundle does not hold, or an address that cannot be read.
 */
export function bundleFile(root: string, address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== `${appScheme}:` || url.host !== 'bundle') return null
  const path = decoded(url.pathname)
  if (path === null || /[\\\0]/.test(path) || path.split('/').some((part) => part.startsWith('.'))) return null
  const base = resolve(root)
  const file = resolve(base, `.${path === '' || path === '/' ? '/index.html' : path}`)
  return file.startsWith(base + sep) && extname(file) in contentTypes ? file : null
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    // A stray percent sign makes the address unreadable, which is a refusal and no fault of ours.
    if (error instanceof URIError) return null
    throw error
  }
}

/** Answers requests to the bundle; everything it does not hold is 404. */
export function serveBundle(root: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405)
    const file = bundleFile(root, request.url)
    if (file === null) return refuse(404)
    const body = await contentOf(file)
    if (body === null) return refuse(404)
    const headers = { ...protection, 'content-type': contentTypes[extname(file)] ?? 'application/octet-stream' }
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
  }
}

const protection = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // The bundle changes with each version and lies on the disk beside us.
  'cache-control': 'no-store',
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: protection })
}

async function contentOf(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    // What is not there, or is a folder, is simply not part of the bundle.
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return null
    throw error
  }
}
