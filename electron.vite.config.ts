import { resolve } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { collectLicences, packageOfModule } from './scripts/licences'

const alias = { '@shared': resolve(import.meta.dirname, 'shared') }

/** Native add-ons and packages that read files beside themselves cannot be bundled. */
const external = ['electron', 'better-sqlite3', /^@ast-grep\//, 'nunjucks', 'pino', /^node:/]

/** Writes the licences of all that is shipped beside the pages, where About reads them. */
function licences(): Plugin {
  return {
    name: 'third-party-licences',
    generateBundle() {
      const bundled = [...this.getModuleIds()].flatMap((id) => packageOfModule(id) ?? [])
      const source = JSON.stringify(collectLicences(import.meta.dirname, new Set(bundled)))
      this.emitFile({ type: 'asset', fileName: 'third-party-licences.json', source })
    },
  }
}

/**
 * One character beyond Latin-1 makes a whole file of code take two bytes for each character in memory, and longer to be read:
 * such characters are written as escapes.
 */
function plainText(): Plugin {
  return {
    name: 'plain-text',
    // Last of all, because what prints the code before that writes the characters themselves.
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const odd = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f`]/.exec(chunk.code)
        if (odd)
          this.error(`in ${chunk.fileName} a character would mean something else as an escape: ${odd[0].slice(-40)}`)
        const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
        chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escaped)
      }
    },
  }
}

/** The command line starts anew for each command: every file it loads costs time, so that its parts stand in few. */
const quickStart = [
  { name: 'ground', test: /\/shared\/model\/|\/platform\/(data-dir|make-folder)|\/package\.json/ },
  { name: 'command-line', test: /\/fronts\/cli\// },
]

export default defineConfig({
  main: {
    resolve: { alias },
    plugins: [plainText()],
    build: {
      outDir: 'out/main',
      externalizeDeps: false,
      target: 'node24',
      // Size is no measure here: what starts is kept small by what it imports.
      chunkSizeWarningLimit: 4000,
      rollupOptions: {
        external,
        input: {
          main: resolve(import.meta.dirname, 'main/main.ts'),
          server: resolve(import.meta.dirname, 'main/server.ts'),
          cli: resolve(import.meta.dirname, 'main/cli.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          codeSplitting: { groups: quickStart, includeDependenciesRecursively: false },
        },
      },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve(import.meta.dirname, 'preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    resolve: { alias },
    plugins: [react(), tailwind(), licences()],
    build: {
      outDir: 'out/renderer',
      minify: true,
      chunkSizeWarningLimit: 2000,
      // The content policy allows no data: fonts, and small ones would become that.
      assetsInlineLimit: 0,
      rollupOptions: { input: resolve(import.meta.dirname, 'renderer/index.html') },
    },
  },
})
