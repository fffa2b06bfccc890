import { queryOptions } from '@tanstack/react-query'
import type { ServiceType } from '#contract/product.ts'
import type { Answer, Api } from '#web/api/client.ts'

export type Slots = Answer<'GET /api/professional/slots/{professionalUserId}'>
export type SlotsDay = Slots['days'][number]

type Asked = {
  professionalId: string
  /** Five digits; without them nothing is asked. */
  zip: string
  hours: string
  service: ServiceType
  /** The first of 14 days. Default: the home's today. */
  from: string | undefined
  /** The last day, instead of 14 days. */
  to?: string
  /** The visit that moves. Its own time is free for it. */
  movedId?: string | undefined
}

const slotKeys = {
  of: ({ professionalId, zip, hours, service, from, to, movedId }: Asked) =>
    ['bookings', 'slots', professionalId, zip, hours, service, from, to, movedId] as const,
}

/** Two weeks of free times, or the days from `from` to `to`. A booking makes them stale. rule: slot-picker */
export function slotsQuery(api: Api, asked: Asked) {
  const { professionalId, zip, hours, service, from, to, movedId } = asked
  return queryOptions({
    queryKey: slotKeys.of(asked),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/slots/{professionalUserId}', {
        params: { professionalUserId: professionalId },
        query: { zip_code: zip, hours, service_type: service, from, to, booking_id: movedId },
        signal,
      }),
    enabled: zip !== '',
    meta: { refreshedBy: ['booking-status', 'bookings'] },
  })
}
