import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { isatty } from 'node:tty'

// Compiled code is kept beside the build; where that folder cannot be written, starting is merely slower.
enableCompileCache(join(import.meta.dirname, '../compile-cache'))

const [{ runCommandLine }, { writeAll }] = await Promise.all([
  import('./fronts/cli/run-command-line'),
  import('./fronts/cli/output/write-all'),
])

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  entryDir: import.meta.dirname,
  isTerminal: isatty,
  columns: () => (isatty(1) ? process.stdout.columns : isatty(2) ? process.stderr.columns : 0) || 100,
  write: writeAll,
  onInterrupt: (listener) => {
    process.once('SIGINT', listener)
    return () => void process.off('SIGINT', listener)
  },
})
