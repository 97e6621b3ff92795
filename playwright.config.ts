import { defineConfig } from '@playwright/test'
import { chromiumPath } from './e2e/fixtures/chromium.ts'

const chromium = { launchOptions: { executablePath: chromiumPath, args: ['--no-sandbox'] } }

const long = ['screens.spec.ts', 'examples.spec.ts', 'pictures.spec.ts']

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  // Two browsers and their cores share what a small machine has: a spec that it starves is tried once more, and told as flaky.
  retries: 1,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  globalSetup: './e2e/fixtures/build.ts',
  projects: [
    // The longest come first, so that no worker waits for them at the end.
    { name: 'web, long', testDir: 'e2e/web', testMatch: long, use: chromium },
    { name: 'desktop', testDir: 'e2e/desktop' },
    { name: 'components', testDir: 'e2e/components', use: chromium },
    { name: 'web', testDir: 'e2e/web', testIgnore: long, use: chromium },
  ],
})
