import { cents, dollars } from '#contract/bookings/booking-price.ts'
import { tasksOfService } from '#contract/market/home-rules.ts'
import { EXTRA_CODES } from '#contract/market/offer-rules.ts'
import type { Extra, OfferChange, PublicOffer, SavedOffer } from '#contract/market/offer.ts'
import type { Offer, OfferedExtra, OfferedService } from './load-offer.ts'

/** The offer as its professional reads it. rule: offer */
export function documentOf(offer: Offer): SavedOffer {
  const { perMileCents, suppliesPerVisitCents } = offer.costs
  return {
    offer: {
      ...publicOfferOf(offer),
      costs: {
        cost_per_mile: dollars(perMileCents),
        supplies_per_visit: dollars(suppliesPerVisitCents),
      },
    },
    version: offer.version,
  }
}

/** The offer without the professional's costs. rule: offer, public-fields */
export function publicOfferOf(offer: Offer): PublicOffer {
  const { brings, priceCents } = offer.supplies
  return {
    services: offer.services.map(({ type, ownRateCents, ownMinimumHours, included }) => ({
      type,
      hourly_rate: ownRateCents === null ? null : dollars(ownRateCents),
      minimum_hours: ownMinimumHours,
      included: included ?? tasksOfService(type),
    })),
    supplies: { brings, price: priceCents === null ? null : dollars(priceCents) },
    eco_products: offer.ecoProducts,
    pets_ok: offer.petsOk,
    languages: offer.languages,
    extras: offer.extras.map(extraOf),
    discounts: offer.discounts,
  }
}

function extraOf({ extra, name, minutes, priceCents }: OfferedExtra): Extra {
  const what =
    name === null ? { code: EXTRA_CODES.find((code) => code === extra)! } : { id: extra, name }
  return { ...what, minutes, price: dollars(priceCents) }
}

export type NewService = Pick<
  OfferedService,
  'type' | 'ownRateCents' | 'ownMinimumHours' | 'included'
>

/** The services of a change as they are stored. All tasks are stored as null, so that later ones are included too. */
export function newServices(services: NonNullable<OfferChange['services']>): NewService[] {
  return services.map(({ type, hourly_rate, minimum_hours, included }) => ({
    type,
    ownRateCents: hourly_rate === null ? null : cents(hourly_rate),
    ownMinimumHours: minimum_hours,
    included: included.length === tasksOfService(type).length ? null : included,
  }))
}
