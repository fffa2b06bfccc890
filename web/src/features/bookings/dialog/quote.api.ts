import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api, Input } from '#web/api/client.ts'

type Asked = Input<'POST /api/bookings/quote'>['body']

const quoteKeys = { of: (asked: Asked) => ['bookings', 'quote', asked] as const }

/** Reads the current price of a visit. While another price is read, the last answer stays. rule: price-lines */
export function quoteQuery(api: Api, asked: Asked) {
  return queryOptions({
    queryKey: quoteKeys.of(asked),
    queryFn: ({ signal }) => api.call('POST /api/bookings/quote', { body: asked, signal }),
    placeholderData: keepPreviousData,
    meta: { refreshedBy: ['bookings'] },
  })
}
