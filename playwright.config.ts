import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  globalSetup: './e2e/fixtures/build.ts',
  projects: [
    { name: 'desktop', testMatch: 'desktop/**/*.spec.ts' },
    {
      name: 'web',
      testMatch: 'web/**/*.spec.ts',
      use: { launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] } },
    },
  ],
})
