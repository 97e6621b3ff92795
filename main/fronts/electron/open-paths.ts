import { spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { shell } from 'electron'
import type { EditorChoice } from '@shared/desktop'
import { isWithin } from '../../platform/is-within'
import { chooseEditor, editorCall } from './editor'

export type OpenPathsDeps = {
  readonly dataDir: string
  /** Folders of the registered resources; none where the core cannot be asked. */
  readonly resourceFolders: () => Promise<readonly string[]>
  readonly configuredEditor: () => string | null
  readonly env: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
}

export type OpenPaths = {
  readonly reveal: (path: string) => Promise<boolean>
  readonly edit: (path: string, line?: number) => Promise<boolean>
  readonly editor: () => EditorChoice
}

/** Opens paths in the person's own programs: only what lies in a registered resource or a sandbox, every link resolved. */
export function openPaths(deps: OpenPathsDeps): OpenPaths {
  const editor = () => chooseEditor({ ...deps, configured: deps.configuredEditor() })

  async function allowed(path: string, more: readonly string[]): Promise<string | null> {
    const real = await resolved(path)
    if (real === null) return null
    const roots = [join(deps.dataDir, 'sandboxes'), ...more, ...(await deps.resourceFolders())]
    for (const root of roots) {
      const folder = await resolved(root)
      if (folder !== null && isWithin(folder, real)) return real
    }
    return null
  }

  return {
    editor,
    reveal: async (path) => {
      // The data folder may be looked at as a whole; nothing in it is started by that.
      const real = await allowed(path, [deps.dataDir])
      if (real !== null) shell.showItemInFolder(real)
      return real !== null
    },
    edit: async (path, line) => {
      const real = await allowed(path, [])
      if (real === null) return false
      const chosen = editor()
      const call = chosen && editorCall(chosen.command, real, line, deps)
      if (call !== null && (await started(call))) return true
      // Without an editor the system shows the file's folder: opening the file itself could run it.
      shell.showItemInFolder(real)
      return true
    },
  }
}

async function resolved(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // What is not there, or may not be seen, cannot be opened.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'ELOOP') return null
    throw error
  }
}

/** Starts a program that outlives us, without a shell; false where it cannot be started. */
function started({ program, args }: { readonly program: string; readonly args: readonly string[] }): Promise<boolean> {
  return new Promise((settle) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore', shell: false })
    child.once('error', () => settle(false))
    child.once('spawn', () => {
      child.unref()
      settle(true)
    })
  })
}
