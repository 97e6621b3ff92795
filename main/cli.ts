import { join } from 'node:path'

// Compiled code is kept beside the build; where that folder cannot be written, starting is merely slower.
process.getBuiltinModule('node:module').enableCompileCache(join(import.meta.dirname, '../compile-cache'))

// Only now, so that it is read from that cache.
const { runCommandLine, writeAll } = await import('./fronts/cli')

const isTerminal = (stream: 0 | 1 | 2) => process.getBuiltinModule('node:tty').isatty(stream)

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  entryDir: import.meta.dirname,
  isTerminal,
  columns: () => (isTerminal(1) ? process.stdout.columns : isTerminal(2) ? process.stderr.columns : 0) || 100,
  write: writeAll,
  onInterrupt: (listener) => {
    process.once('SIGINT', listener)
    return () => void process.off('SIGINT', listener)
  },
})
