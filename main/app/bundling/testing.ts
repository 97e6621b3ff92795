// Usage: node main/app/bundling/testing.ts '{"entry":…,"outDir":…,"external":[…]}', where externals are packages, also by a prefix that ends in /*
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')
const { entry, outDir, external } = JSON.parse(process.argv[2] ?? '') as {
  entry: string
  outDir: string
  external: readonly string[]
}

const isExternal = (id: string): boolean =>
  external.some((name) => (name.endsWith('/*') ? id.startsWith(name.slice(0, -1)) : id === name))

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
      external: isExternal,
      output: { format: 'es', entryFileNames: 'entry.mjs', codeSplitting: false },
    },
  },
})
