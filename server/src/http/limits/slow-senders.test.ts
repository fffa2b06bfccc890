// rule: admission
import { expect, test } from 'vitest'
import { testServer } from '#server/test/server.ts'

test('the server gives heads 20 seconds, a whole request five minutes, and silence 30 seconds', async () => {
  const { app, close } = await testServer()
  const { requestTimeout, headersTimeout, timeout, keepAliveTimeout } = app.server
  expect([requestTimeout, headersTimeout, timeout, keepAliveTimeout]).toEqual([
    300_000, 20_000, 30_000, 10_000,
  ])
  await close()
})
