import { dollars, sumCents } from '#contract/bookings/booking-price.ts'
import { estimate } from '#contract/market/estimate.ts'
import { usualService } from '#contract/bookings/booking-rules.ts'
import { suppliesAt } from '#contract/market/offer-rules.ts'
import type { HomePrices } from '#contract/bookings/quote.ts'
import type { ServiceType } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import { labourTimes, listHomes } from '../homes/homes.ts'
import { loadOffers } from './load-offer.ts'
import { priceOf } from './visit-price.ts'

type Asked = { zip_code: string; service_type?: ServiceType | undefined; professionals: string }

/**
 * Returns what a single visit of each of these professionals takes and costs at the client's first saved home with the
 * ZIP code, as the booking dialog says when a search for the ZIP opens it. Without such a home there is no price, and
 * an id that search does not find has none. rule: search-card, estimate
 */
export async function homePrices(
  context: Pick<Context, 'db' | 'clock'>,
  clientId: string,
  { zip_code, service_type, professionals }: Asked,
): Promise<HomePrices> {
  const home = (await listHomes(context, clientId)).find(
    (one) => one.zip_code === zip_code.slice(0, 5),
  )
  if (!home) return {}
  const ids = professionals.split(',').filter((id) => Id.safeParse(id).success)
  const times = await labourTimes(context.db, home.id)
  const prices = (await loadOffers(context.db, ids)).map((offer) => {
    const offered = offer.services.map(({ type }) => type)
    const service = usualService(offered, service_type)
    const { hours } = estimate({
      service,
      facts: home,
      extrasMinutes: 0,
      earlier: times[service] ?? [],
      minHours: offer.services.find(({ type }) => type === service)?.minimumHours ?? 1,
    })
    const { lines } = priceOf(offer, {
      service_type: service,
      cleaning_frequency: 'one_time',
      estimated_hours: hours,
      extras: [],
      supplies: suppliesAt(home, offer.supplies.brings),
    })
    return [offer.professionalId, { hours, total: dollars(sumCents(lines)) }] as const
  })
  return Object.fromEntries(prices)
}
