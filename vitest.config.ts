import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'tools/**/*.test.ts',
      'drawings/**/*.test.ts',
      'web/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'web/dist/**'],
    globalSetup: ['server/src/test/processes/postgres.ts'],
    includeTaskLocation: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    // The workers share two cores with their databases. A test that passes only on retry is listed as flaky and must be
    // fixed.
    retry: 1,
    // Test files share the loaded modules of their worker: 45 files of web and contract take 18 s instead of 94 s.
    isolate: false,
  },
})
