import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')

async function bundle(entry: string, outDir: string, external: readonly (string | RegExp)[]): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    root,
    resolve: { alias: { '@shared': join(root, 'shared') } },
    ssr: { noExternal: true },
    build: {
      ssr: join(root, entry),
      outDir,
      emptyOutDir: false,
      minify: false,
      rollupOptions: {
        external: [...external],
        output: { format: 'es', entryFileNames: 'entry.mjs', codeSplitting: false },
      },
    },
  })
  return join(outDir, 'entry.mjs')
}

/** Bundles an entry of `main/` into one file that plain Node runs; answers its path. */
export function bundleForNode(entry: string): Promise<string> {
  return bundle(entry, mkdtempSync(join(tmpdir(), 'bundle-')), [])
}

/** Bundles the core's entry as it ships, into a folder from where its native packages are found; answers its path. */
export function bundleCore(): Promise<string> {
  const out = join(root, 'out')
  mkdirSync(out, { recursive: true })
  const external = ['better-sqlite3', /^@ast-grep\//, 'nunjucks', 'pino', 'pino-roll']
  return bundle('main/server.ts', mkdtempSync(join(out, 'core-')), external)
}

/** A process that is told what to do line by line and answers each with one line. */
export type Talker = { readonly child: ChildProcess; ask(line: string): Promise<string>; end(): Promise<void> }

export function startTalker(file: string, args: readonly string[], options: { uid?: number } = {}): Talker {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'], ...options })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exited = new Promise<void>((settle) => child.once('exit', () => settle()))
  return {
    child,
    ask: async (line) => {
      child.stdin.write(`${line}\n`)
      const next = await lines.next()
      return next.done ? 'ended' : next.value
    },
    end: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
