// rule: message-screen, live-refresh
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refreshQueries } from './query-meta.ts'

test('a message that was sent while its thread was read for the first time is in the thread', async () => {
  const queryClient = new QueryClient()
  const stored = ['Hello']
  const firstRead = Promise.withResolvers<void>()
  const queryFn = async () => {
    const read = [...stored]
    await firstRead.promise
    return read
  }
  const queryKey = ['thread']
  const thread = new QueryObserver(queryClient, {
    queryKey,
    queryFn,
    meta: { refreshedBy: ['messages'] },
  })
  const stop = thread.subscribe(() => {})

  stored.push('Do you clean ovens?')
  const refreshed = refreshQueries(queryClient, 'messages')
  firstRead.resolve()
  await refreshed
  expect(queryClient.getQueryData(queryKey)).toEqual(['Hello', 'Do you clean ovens?'])
  stop()
})
