import { queryOptions } from '@tanstack/react-query'
import type { ServiceType } from '#contract/product.ts'
import type { Answer, Api } from '#web/api/client.ts'

type AnsweredSlots = Answer<'GET /api/professional/slots/{professionalUserId}'>
type AnsweredDay = AnsweredSlots['days'][number]
/** `own`: the visit that moves has the only time of the day. */
export type SlotsDay = Omit<AnsweredDay, 'state'> & { state: AnsweredDay['state'] | 'own' }
export type Slots = Omit<AnsweredSlots, 'days'> & { days: SlotsDay[] }

/** A visit that moves. Its own time is free for it, but the time at which it begins is agreed already. */
export type MovedVisit = { id: string; starts_at: string }

type Asked = {
  professionalId: string
  /** Five digits; '' asks nothing. Absent: the first area of the professional. */
  zip: string | undefined
  hours: string
  service: ServiceType
  /** The first of 14 days. Default: the home's today. */
  from: string | undefined
  /** The last day, instead of 14 days. */
  to?: string
  moved?: MovedVisit
}

const slotKeys = {
  of: ({ professionalId, zip, hours, service, from, to, moved }: Asked) =>
    ['bookings', 'slots', professionalId, zip, hours, service, from, to, moved?.id] as const,
}

/** Two weeks of free times, or the days from `from` to `to`. A booking makes them stale. rule: slot-picker */
export function slotsQuery(api: Api, asked: Asked) {
  const { professionalId, zip, hours, service, from, to, moved } = asked
  return queryOptions({
    queryKey: slotKeys.of(asked),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/slots/{professionalUserId}', {
        params: { professionalUserId: professionalId },
        query: { zip_code: zip, hours, service_type: service, from, to, booking_id: moved?.id },
        signal,
      }),
    select: (slots): Slots => (moved ? withoutAgreed(slots, moved) : slots),
    enabled: zip !== '',
    meta: { refreshedBy: ['booking-status', 'bookings'] },
  })
}

/** The free times without the one that the visit has already. rule: proposals */
export function withoutAgreed(slots: Slots, { starts_at: agreed }: MovedVisit): Slots {
  const days = slots.days.map((day): SlotsDay => {
    const others = day.slots.filter(({ starts_at }) => Date.parse(starts_at) !== Date.parse(agreed))
    if (others.length === day.slots.length) return day
    return { ...day, slots: others, state: others.length > 0 ? 'open' : 'own' }
  })
  return { ...slots, days }
}

/** The day whose times are shown: the first of the wanted ones that has any, else the first day that has. */
export function shownDay(
  { days }: Pick<Slots, 'days'>,
  wanted: readonly (string | undefined)[],
): SlotsDay | undefined {
  const open = days.filter(({ state }) => state === 'open')
  const found = wanted.map((date) => open.find((day) => day.date === date))
  return found.find((day) => day !== undefined) ?? open[0]
}
