import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The command line as a user runs it: built, launched, over real processes. */
export default defineConfig({
  resolve: { alias: { '@shared': resolve(import.meta.dirname, 'shared') } },
  test: {
    include: ['e2e/cli/**/*.test.ts'],
    globalSetup: ['e2e/fixtures/build.ts'],
    passWithNoTests: false,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
