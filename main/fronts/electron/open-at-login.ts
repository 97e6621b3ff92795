import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'

export type OpenAtLogin = { readonly get: () => boolean; readonly set: (on: boolean) => void }

/** Whether the application starts with the session: the system's own setting, and on Linux the desktop's autostart folder. */
export function openAtLogin(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): OpenAtLogin {
  if (platform !== 'linux') {
    return {
      get: () => app.getLoginItemSettings().openAtLogin,
      set: (on) => app.setLoginItemSettings({ openAtLogin: on }),
    }
  }
  const folder = join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart')
  const file = join(folder, 'cleveragents.desktop')
  return {
    get: () => existsSync(file),
    set: (on) => {
      if (!on) return rmSync(file, { force: true })
      mkdirSync(folder, { recursive: true })
      // An AppImage runs from a mount that is gone at the next login; its own file stays.
      const program = env.APPIMAGE || process.execPath
      const words = app.isPackaged ? [program] : [program, app.getAppPath()]
      writeFileSync(file, autostartEntry(words))
    },
  }
}

/** A desktop entry that starts a program; `words` are its path and arguments. */
export function autostartEntry(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word.replace(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`)
  // Within a desktop entry a backslash is itself written twice.
  const exec = quoted.join(' ').replaceAll('\\', '\\\\')
  return ['[Desktop Entry]', 'Type=Application', 'Name=CleverAgents', `Exec=${exec}`, 'Terminal=false', ''].join('\n')
}
