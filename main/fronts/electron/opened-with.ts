import { readFile, stat } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import type { DesktopRequest } from '@shared/desktop'
import { linkAmong, routeOfLink } from './deep-link'

const actionEndings = new Set(['.yaml', '.yml', '.agentaction'])
const mostBytes = 256 * 1024

/** What a start or a click outside asks for, as a request to the page: a link's place, or the text of an action's file. */
export async function openedWith(words: readonly string[], folder: string): Promise<DesktopRequest | null> {
  const link = linkAmong(words)
  if (link !== null) return requestOfLink(link)
  const file = words.find((word) => !word.startsWith('-') && actionEndings.has(extname(word).toLowerCase()))
  return file === undefined ? null : requestOfFile(resolve(folder, file))
}

export function requestOfLink(link: string): DesktopRequest | null {
  const route = routeOfLink(link)
  return route === null ? null : { kind: 'go', to: route }
}

/** An action's file is only read into the editor, where the person decides; null where it is no readable small file. */
export async function requestOfFile(file: string): Promise<DesktopRequest | null> {
  try {
    const { size } = await stat(file)
    if (size > mostBytes) return null
    return { kind: 'action-file', name: basename(file), text: await readFile(file, 'utf8') }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A file that went away or may not be read opens nothing.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'EISDIR') return null
    throw error
  }
}

/** The folders among dropped paths; files are none, since nothing could be registered from them. */
export async function foldersAmong(paths: readonly string[]): Promise<readonly string[]> {
  const kinds = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => null)
      return found?.isDirectory() === true
    }),
  )
  return paths.filter((_path, index) => kinds[index])
}
