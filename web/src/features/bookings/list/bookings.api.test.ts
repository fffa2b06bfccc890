// rule: booking-lists
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createApi } from '#web/api/client.ts'
import { professionalBookingsQuery } from './bookings.api.ts'

test('a request that arrives while a long list is read makes no booking appear twice', async () => {
  const all = ['3', '2', '1'].map((id) => ({ id }))
  const pages = [
    { bookings: all.slice(0, 2), total: 3 },
    // A fourth booking arrived before this page was read.
    { bookings: all.slice(1), total: 4 },
    { bookings: [], total: 4 },
  ]
  const api = createApi(
    async () => Response.json(pages.shift()),
    () => 'en',
  )
  const read = await new QueryClient().fetchQuery(professionalBookingsQuery(api, 'grace'))
  expect(read.map(({ id }) => id)).toEqual(['3', '2', '1'])
})
