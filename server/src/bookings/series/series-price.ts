import { priceLines } from '#contract/bookings/booking-price.ts'
import type { PriceLine } from '#contract/bookings/booking-price.ts'
import type { LockedSeries, Terms } from './series.queries.ts'

/** The lines of one visit of a series; the first one has no discount. rule: booking-extras */
export function linesOfVisit(
  series: Pick<LockedSeries, 'extras' | 'supplies_cents' | 'discount_percent'>,
  { rateCents, hours }: Pick<Terms, 'rateCents' | 'hours'>,
  isFirst = false,
): PriceLine[] {
  return priceLines({
    rateCents,
    minutes: hours * 60,
    extras: series.extras,
    suppliesCents: series.supplies_cents,
    discountPercent: isFirst ? 0 : series.discount_percent,
  })
}
