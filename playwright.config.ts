import { defineConfig, devices } from '@playwright/test'
import { chromiumFlags } from './e2e/support/server/chromium-flags.ts'

const executablePath = process.env['HEADLESS_SHELL_PATH'] || process.env['CHROMIUM_PATH']

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/server/server.ts',
  outputDir: 'test-results',
  // A journey uses less than half of a core: it waits for answers, retries and transitions.
  workers: 3,
  forbidOnly: true,
  timeout: 60_000,
  // The journeys share two cores with a server and its database. A journey that passes only on retry is listed as flaky
  // and must be fixed.
  retries: 1,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    // The global setup starts the server and sets its address. Workers read this file after that.
    baseURL: process.env['LUSTRA_E2E_ORIGIN'],
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumFlags() },
    // Recording every run would cost processor time for traces that nobody reads.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
})
