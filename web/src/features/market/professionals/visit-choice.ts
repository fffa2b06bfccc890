import { bookingTotalCents, cents, dollars } from '#contract/bookings/booking-price.ts'
import { DEFAULT_BOOKING_HOURS, usualService } from '#contract/bookings/booking-rules.ts'
import { effectiveRate } from '#contract/market/offer-rules.ts'
import type { ServiceType } from '#contract/product.ts'
import { readFilters } from '../search/read-filters.ts'
import type { VisitChoice } from './addresses.ts'
import type { ShownProfessional } from './professionals.api.ts'

type Offered = Pick<ShownProfessional, 'services_offered' | 'hourly_rate' | 'offer'>

/** The service that a profile's address asks for, if it is offered; else the usual one. */
export function chosenService(
  { services_offered: offered }: Pick<Offered, 'services_offered'>,
  search: URLSearchParams,
): ServiceType {
  return usualService(offered, readFilters(search).service_type)
}

/** The visit that an address asks for; undefined unless it names a day and a free time. rule: profile-times */
export function choiceIn(
  professional: Pick<Offered, 'services_offered'>,
  search: URLSearchParams,
): VisitChoice | undefined {
  const { date, hours } = readFilters(search)
  const time = search.get('free') ?? ''
  if (!date || !/^([01]\d|2[0-3]):[03]0$/.test(time)) return undefined
  const service = chosenService(professional, search)
  return { date, time, hours: Number(hours) || DEFAULT_BOOKING_HOURS, service }
}

/** The price of a chosen visit in dollars, without extras. rule: offer */
export function totalOf(
  { offer, hourly_rate }: Pick<Offered, 'offer' | 'hourly_rate'>,
  { service, hours }: VisitChoice,
): number {
  const rate = effectiveRate(offer?.services ?? [], service, hourly_rate)
  return dollars(bookingTotalCents(cents(rate), hours))
}
