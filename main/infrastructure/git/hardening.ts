/** One value of `git config --list --show-scope --show-origin -z`. */
export type ConfigEntry = {
  readonly scope: string
  readonly origin: string
  readonly key: string
  readonly value: string
}

/** Reads `git config --list --show-scope --show-origin -z`. */
export function parseConfig(output: string): ConfigEntry[] {
  const parts = output.split('\0')
  const entries: ConfigEntry[] = []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [scope = '', origin = '', pair = ''] = parts.slice(at, at + 3)
    const end = pair.indexOf('\n')
    entries.push({ scope, origin, key: end < 0 ? pair : pair.slice(0, end), value: end < 0 ? '' : pair.slice(end + 1) })
  }
  return entries
}

const ownScopes = new Set(['system', 'global', 'command'])

/** What a key that can start a program is set to where only the repository itself sets it. */
function harmless(key: string): string | null {
  if (/^filter\..*\.(clean|smudge|process)$/s.test(key)) return ''
  if (/^filter\..*\.required$/s.test(key)) return 'false'
  if (/^merge\..*\.driver$/s.test(key)) return 'git merge-file --marker-size=%L %A %O %B'
  if (/^remote\..*\.uploadpack$/s.test(key)) return 'git-upload-pack'
  if (/^remote\..*\.receivepack$/s.test(key)) return 'git-receive-pack'
  if (/^gpg\.(.*\.)?program$/s.test(key)) return 'gpg'
  if (/^credential\.(.*\.)?helper$/s.test(key)) return ''
  switch (key) {
    case 'core.sshcommand':
      return 'ssh'
    case 'core.askpass':
      return ''
    case 'core.editor':
    case 'core.alternaterefscommand':
      return 'true'
    default:
      return null
  }
}

/**
 * The settings that keep a repository's own configuration from starting a program: each dangerous key that the
 * repository sets gets the user's own value back, or a harmless one. With `withoutLfs` the `lfs` filter is emptied
 * whoever set it, so that pointers pass through as they are where the program is absent.
 */
export function overridesOf(
  entries: readonly ConfigEntry[],
  options: { readonly trusted: boolean; readonly withoutLfs: boolean },
): [key: string, value: string][] {
  const overrides = new Map<string, string[]>()
  if (!options.trusted) {
    for (const entry of entries) {
      if (ownScopes.has(entry.scope)) continue
      const value = harmless(entry.key)
      if (value === null) continue
      const own = entries
        .filter((other) => other.key === entry.key && ownScopes.has(other.scope))
        .map((other) => other.value)
      // An empty helper empties git's list of helpers, after which the user's own are named again.
      if (entry.key.startsWith('credential.')) overrides.set(entry.key, ['', ...own])
      else overrides.set(entry.key, [own.at(-1) ?? value])
    }
  }
  if (options.withoutLfs && entries.some((entry) => entry.key.startsWith('filter.lfs.')))
    for (const name of ['clean', 'smudge', 'process', 'required'])
      overrides.set(`filter.lfs.${name}`, [name === 'required' ? 'false' : ''])
  return [...overrides].flatMap(([key, values]) => values.map((value): [string, string] => [key, value]))
}

const passed =
  /^(PATH|HOME|USER|LOGNAME|USERNAME|SHELL|TMPDIR|TEMP|TMP|LANG|TZ|TERM|XDG_\w+|SSH_AUTH_SOCK|SSH_AGENT_PID|GNUPGHOME|GPG_TTY|DISPLAY|https?_proxy|no_proxy|HTTPS?_PROXY|NO_PROXY|SSL_CERT_(FILE|DIR)|GIT_SSL_\w+|GIT_CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)|GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL)|SystemRoot|APPDATA|LOCALAPPDATA|USERPROFILE|PATHEXT|ComSpec|ProgramFiles)$/

/** The part of an environment that git and hooks see: no secrets, and no `GIT_*` that would point them elsewhere. */
export function environmentFor(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => passed.test(name)))
}
