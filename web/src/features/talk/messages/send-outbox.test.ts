// rule: outbox
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseResponse } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { outbox } from './outbox.ts'
import { sendOutbox } from './send-outbox.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  outbox.loadFor('maya')
})
afterEach(() => {
  for (const { key } of outbox.current().messages) outbox.remove(key)
  outbox.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a message that is sent before the outbox is loaded waits in it', () => {
  outbox.close()
  outbox.add('grace', 'The key is under the mat.')
  outbox.loadFor('maya')
  expect(outbox.current().messages).toMatchObject([{ text: 'The key is under the mat.' }])
})

test('a message waits while the database is away, as long as the server says, and goes again with its key', async () => {
  const keys: unknown[] = []
  const answers = [
    Response.json(
      { code: 'unavailable', detail: 'Away' },
      { status: 503, headers: { 'retry-after': '7' } },
    ),
  ]
  const call = async (_name: string, input: { idempotencyKey: string }) => {
    keys.push(input.idempotencyKey)
    return parseResponse(answers.shift() ?? Response.json({ id: 'message-1' }))
  }
  const stop = sendOutbox({
    api: { call } as unknown as Api,
    queryClient: new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } }),
    i18n: { load: async () => {} } as unknown as I18n,
    userId: 'maya',
  })
  outbox.add('grace', 'Shall I leave the key?')
  await vi.advanceTimersByTimeAsync(6900)
  expect(keys).toHaveLength(1)
  const [waiting] = outbox.current().messages
  expect(waiting).toMatchObject({ key: keys[0] })
  expect(waiting?.refused).toBeUndefined()
  await vi.advanceTimersByTimeAsync(200)
  expect(keys).toEqual([keys[0], keys[0]])
  expect(outbox.current().messages).toEqual([])
  stop()
})
