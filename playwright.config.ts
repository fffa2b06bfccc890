import { defineConfig, devices } from '@playwright/test'
import { chromiumFlags } from './e2e/support/chromium-flags.ts'

const executablePath = process.env['CHROMIUM_PATH']

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/server.ts',
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  // Two journeys share two cores with a server and its database. One that passes only the second time is listed as flaky, to be mended.
  retries: 1,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    // The server's address is known once the setup has started it; workers read this file after that.
    baseURL: process.env['LUSTRA_E2E_ORIGIN'],
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumFlags() },
    // A trace of every first run would cost a third of the time; a retry records one.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
})
