import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#web/api/client.ts'

const offerKeys = { own: (userId: string) => ['own-offer', userId] as const }

/** The saved offer with its version. rule: offer */
export function ownOfferQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: offerKeys.own(userId),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/offer/{userId}', { params: { userId }, signal }),
    // The form must not change while it is edited. The save reports changes of other devices. rule: edit-conflict
    refetchOnWindowFocus: false,
    staleTime: 0,
  })
}
