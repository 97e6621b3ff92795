import { accessSync, constants } from 'node:fs'
import { basename, delimiter, isAbsolute, join } from 'node:path'
import type { EditorChoice } from '@shared/desktop'

/** Programs with windows of their own, the likeliest first. */
const known = ['code', 'cursor', 'codium', 'zed', 'zeditor', 'windsurf', 'subl', 'idea', 'webstorm', 'pycharm', 'kate']
const wantGoto = new Set(['code', 'code-insiders', 'cursor', 'codium', 'windsurf'])
const wantColon = new Set(['zed', 'zeditor', 'subl'])
const wantLine = new Set(['idea', 'webstorm', 'pycharm', 'goland', 'clion', 'kate'])
/** These need a terminal, and the application has none to give them. */
const inTerminal = new Set(['vi', 'vim', 'nvim', 'nano', 'pico', 'ed', 'emacs', 'hx', 'helix', 'micro', 'joe', 'ne'])

/** The words of a command as a shell would part them, without doing anything else that a shell does. */
export function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  )
}

const nameOf = (command: string) => basename(wordsOf(command)[0] ?? '').replace(/\.(exe|cmd|sh|app)$/i, '')

export type EditorPlaces = {
  readonly configured: string | null
  readonly env: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
}

/** The editor to open files with: as configured, else a graphical one of the environment, else one that is installed. */
export function chooseEditor({ configured, env, platform }: EditorPlaces): EditorChoice {
  if (configured !== null) return { command: configured, from: 'configuration' }
  for (const command of [env.VISUAL, env.EDITOR]) {
    if (command && nameOf(command) !== '' && !inTerminal.has(nameOf(command))) return { command, from: 'environment' }
  }
  const found = known.find((name) => programOf(name, env, platform) !== null)
  return found === undefined ? null : { command: found, from: 'detected' }
}

/** Program and arguments that open a path, at a line where the editor has a way to be told; null where it is not there. */
export function editorCall(
  command: string,
  path: string,
  line: number | undefined,
  { env, platform }: Pick<EditorPlaces, 'env' | 'platform'>,
): { readonly program: string; readonly args: readonly string[] } | null {
  const [name = '', ...own] = wordsOf(command)
  const program = programOf(name, env, platform)
  if (program === null) return null
  return { program, args: [...own, ...placeArgs(nameOf(command), path, line)] }
}

function placeArgs(name: string, path: string, line: number | undefined): readonly string[] {
  if (line === undefined) return [path]
  if (wantGoto.has(name)) return ['--goto', `${path}:${line}`]
  if (wantColon.has(name)) return [`${path}:${line}`]
  return wantLine.has(name) ? ['--line', String(line), path] : [path]
}

function programOf(name: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | null {
  if (name === '') return null
  if (isAbsolute(name)) return isProgram(name) ? name : null
  if (/[/\\]/.test(name)) return null
  // A .cmd file could only be started through a shell, which would read the path as part of a command.
  const endings = platform === 'win32' && !/\.exe$/i.test(name) ? ['.exe'] : ['']
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))).find(isProgram) ?? null
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // Absent, or not to be run by us: either way not the one.
    return false
  }
}
