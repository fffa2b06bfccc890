import { queryOptions } from '@tanstack/react-query'
import type { Answer, Api } from '#web/api/client.ts'

export type SimulatedCheckout = Answer<'GET /api/simulated-checkout/{session}'>

/** A simulated checkout of the signed-in professional. Never cached, because another tab may have settled it. */
export function simulatedCheckoutQuery(api: Api, session: string) {
  return queryOptions({
    queryKey: ['simulated-checkout', session],
    queryFn: ({ signal }) =>
      api.call('GET /api/simulated-checkout/{session}', { params: { session }, signal }),
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
}
