import { labourMinutes, priceLines } from '#contract/bookings/booking-price.ts'
import type { PriceLine } from '#contract/bookings/booking-price.ts'
import { LABOUR_MINUTES_MIN, usualSupplies } from '#contract/market/offer-rules.ts'
import type { Supplies } from '#contract/market/offer-rules.ts'
import type { Frequency, ServiceType } from '#contract/product.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Offer, OfferedExtra } from './load-offer.ts'

export type AskedVisit = {
  service_type: ServiceType
  cleaning_frequency: Frequency
  estimated_hours: number
  /** Codes or ids. */
  extras: readonly string[]
  supplies?: Supplies | undefined
}

/** The parts of an offer that a booking keeps. */
export type VisitPrice = {
  rateCents: number
  minimumHours: number
  extras: OfferedExtra[]
  supplies: Supplies
  /** Null: the client provides the supplies, or they cost nothing. */
  suppliesCents: number | null
  /** The lines of a single visit, or of the first visit of a series. */
  lines: PriceLine[]
  /** The discount of each later visit of a series, in per cent. */
  laterPercent: number
}

/**
 * The price of a visit by an offer. The offer has the service. Refuses extra_not_offered, supplies_not_offered,
 * extras_too_long. rule: price-lines, booking-extras
 */
export function priceOf(offer: Offer, asked: AskedVisit): VisitPrice {
  const service = offer.services.find(({ type }) => type === asked.service_type)
  const extras = extrasOf(offer, asked.extras)
  const supplies = suppliesOf(offer, asked)
  const { priceCents } = offer.supplies
  const visit = {
    rateCents: service?.rateCents ?? offer.profileRateCents,
    minutes: asked.estimated_hours * 60,
    extras,
    suppliesCents: supplies === 'professional' ? priceCents : null,
  }
  refuseUnlessLabour(visit)
  return {
    ...visit,
    minimumHours: service?.minimumHours ?? 1,
    supplies,
    lines: priceLines({ ...visit, discountPercent: 0 }),
    laterPercent:
      asked.cleaning_frequency === 'one_time' ? 0 : offer.discounts[asked.cleaning_frequency],
  }
}

/** The side that provides the supplies. Refuses supplies_not_offered. rule: booking-extras */
export function suppliesOf(
  { supplies: { brings } }: Offer,
  asked: Pick<AskedVisit, 'supplies'>,
): Supplies {
  const supplies = asked.supplies ?? usualSupplies(brings)
  if (supplies === 'professional' && brings === 'no') refuse('supplies_not_offered')
  return supplies
}

/** Refuses extras_too_long. rule: price-lines */
export function refuseUnlessLabour(visit: Parameters<typeof labourMinutes>[0]): void {
  if (labourMinutes(visit) < LABOUR_MINUTES_MIN) refuse('extras_too_long')
}

/** The extras of an offer with these codes or ids, in its order. Refuses extra_not_offered. */
export function extrasOf(offer: Offer, asked: readonly string[]): OfferedExtra[] {
  const found = offer.extras.filter(({ extra }) => asked.includes(extra))
  return found.length === asked.length ? found : refuse('extra_not_offered')
}

/** The lines of a later visit of a series. rule: booking-extras */
export function laterLines(
  { rateCents, extras, suppliesCents, laterPercent }: Omit<VisitPrice, 'lines'>,
  hours: number,
): PriceLine[] {
  const visit = { rateCents, minutes: hours * 60, extras, suppliesCents }
  return priceLines({ ...visit, discountPercent: laterPercent })
}
