import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@shared': resolve(import.meta.dirname, 'shared') } },
  test: {
    include: [
      'shared/**/*.test.ts',
      'main/**/*.test.ts',
      'renderer/**/*.test.ts',
      'architecture.test.ts',
      'scripts/**/*.test.ts',
      'e2e/model-server/**/*.test.ts',
      'e2e/pictures/**/*.test.ts',
    ],
    pool: 'forks',
    // No module keeps state, so files share a process: loading everything anew for each takes a fifth of the whole run.
    isolate: false,
    // One more than the two cores of a small machine: much of the time a worker waits for git.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['main/**/*.ts', 'shared/**/*.ts'],
      exclude: [
        '**/*.test.ts',
        '**/testing.ts',
        'main/fronts/electron/**',
        'main/main.ts',
        'main/server.ts',
        'main/cli.ts',
      ],
      reporter: ['text-summary', 'json-summary'],
      // Commands of the command line run as processes of their own in e2e/cli, which is not counted here.
      thresholds: { lines: 85, statements: 85, functions: 85, branches: 75 },
    },
  },
})
