import { queryOptions } from '@tanstack/react-query'
import type { ServiceType } from '#contract/product.ts'
import type { Answer, Api } from '#web/api/client.ts'

export type Instead = Answer<'GET /api/professional/slots/{professionalUserId}/instead'>

/** A visit without a free time. */
export type WithoutTime = {
  professionalId: string
  zip: string | undefined
  hours: string
  service: ServiceType
  /** The first date that counts; absent: the home's today. */
  from: string | undefined
}

const insteadKeys = {
  of: (asked: WithoutTime) => ['bookings', 'instead', asked] as const,
}

/** Reads what can be booked in place of a visit without a free time. A booking makes it stale. rule: no-free-time */
export function insteadQuery(api: Api, asked: WithoutTime) {
  const { professionalId, zip, hours, service, from } = asked
  return queryOptions({
    queryKey: insteadKeys.of(asked),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/slots/{professionalUserId}/instead', {
        params: { professionalUserId: professionalId },
        query: { zip_code: zip, hours, service_type: service, from },
        signal,
      }),
    meta: { refreshedBy: ['booking-status', 'bookings'] },
  })
}
