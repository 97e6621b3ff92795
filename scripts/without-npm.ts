import { delimiter, dirname, join } from 'node:path'

/**
 * An environment as it was before `npm run` added its own to it: its variables, and the folders of this checkout's
 * packages on the path. Commands of plans would otherwise find this program's tools before those of their repository.
 */
export function withoutNpm(env: NodeJS.ProcessEnv, root: string): NodeJS.ProcessEnv {
  if (!env['npm_lifecycle_event']) return env
  const added = new Set<string>()
  for (let folder = root; !added.has(join(folder, 'node_modules', '.bin')); folder = dirname(folder))
    added.add(join(folder, 'node_modules', '.bin'))
  const isAdded = (entry: string) => added.has(entry) || /[\\/]node-gyp-bin$/.test(entry)
  const cleaned = Object.entries(env)
    .filter(([name]) => !/^npm_|^NODE$|^INIT_CWD$/i.test(name))
    .map(([name, value]) => [name, /^path$/i.test(name) ? ownPath(value ?? '', isAdded) : value])
  return Object.fromEntries(cleaned)
}

function ownPath(path: string, isAdded: (entry: string) => boolean): string {
  return path
    .split(delimiter)
    .filter((entry) => !isAdded(entry))
    .join(delimiter)
}
