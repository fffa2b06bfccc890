import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Task } from '#contract/market/home-rules.ts'
import { DEFAULT_COST_PER_MILE_CENTS } from '#contract/market/offer-rules.ts'
import type { SuppliesBrought } from '#contract/market/offer-rules.ts'
import type { SpokenLanguage } from '#contract/people/spoken-languages.ts'
import type { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import type { ServiceType } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { reachableSql } from '#server/people/listing/listed.ts'

type Hours = (typeof BOOKING_HOURS)[number]

/** A service of the profile. rule: offer */
export type OfferedService = {
  type: ServiceType
  /** The price of an hour in cents: the greater of the service's own rate and the profile's. */
  rateCents: number
  /** Null: the rate of the profile. */
  ownRateCents: number | null
  /** The shortest visit: the greater of its own and that of the professional's rules. */
  minimumHours: Hours
  ownMinimumHours: Hours
  /** Null: all tasks of the service. */
  included: Task[] | null
}

/** An extra, as `priceLines` takes it: `extra` is its code, or the id of an own extra, which alone has a name. */
export type OfferedExtra = {
  extra: string
  name: string | null
  minutes: number
  priceCents: number
}

/** The offer of a professional, with the defaults of somebody who has saved nothing. rule: offer */
export type Offer = {
  professionalId: string
  /** 0: nothing is saved. */
  version: number
  /** The lowest price of an hour. */
  profileRateCents: number
  services: OfferedService[]
  supplies: { brings: SuppliesBrought; priceCents: number | null }
  ecoProducts: boolean
  petsOk: boolean
  languages: SpokenLanguage[]
  extras: OfferedExtra[]
  /** The discounts of later visits of a series, in per cent. */
  discounts: { weekly: number; biweekly: number; monthly: number }
  costs: { perMileCents: number; suppliesPerVisitCents: number }
}

/** Reads in one statement what a professional offers. Undefined for an id without a profile. rule: offer */
export async function loadOffer(db: Db, professionalId: string): Promise<Offer | undefined> {
  const { rows } = await offerSql(professionalId).execute(db)
  return rows[0]
}

/** Reads in one statement what the reachable ones of these professionals offer. rule: offer */
export async function loadOffers(db: Db, professionalIds: readonly string[]): Promise<Offer[]> {
  const isAsked = sql`professionals.user_id = any(${professionalIds}::uuid[])`
  const { rows } = await offersSql(
    sql`${isAsked} and ${reachableSql('professionals.user_id')}`,
  ).execute(db)
  return rows
}

/** A `select` of one row: the offer of a professional. Its values are the same as JSON. */
export function offerSql(professionalId: string): RawBuilder<Offer> {
  return offersSql(sql`professionals.user_id = ${professionalId}::uuid`)
}

function offersSql(which: RawBuilder<unknown>): RawBuilder<Offer> {
  return sql<Offer>`
    select professionals.user_id as "professionalId", coalesce(offers.version, 0) as version,
      professionals.hourly_rate_cents as "profileRateCents",
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'type', type,
          'rateCents', greatest(professionals.hourly_rate_cents, own.hourly_rate_cents),
          'ownRateCents', own.hourly_rate_cents,
          'minimumHours', greatest(coalesce(own.minimum_hours, 1), coalesce(times.min_hours, 1)),
          'ownMinimumHours', coalesce(own.minimum_hours, 1),
          'included', own.included
        ) order by position), '[]')
        from unnest(professionals.services) with ordinality as service (type, position)
        left join offer_services as own
          on own.professional_id = professionals.user_id and own.service_type = service.type
      ) as services,
      jsonb_build_object('brings', coalesce(brings, 'no'), 'priceCents', supplies_price_cents) as supplies,
      coalesce(eco_products, false) as "ecoProducts", coalesce(pets_ok, false) as "petsOk",
      coalesce(offers.languages, array[users.language]) as languages,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'extra', coalesce(code, id::text), 'name', name, 'minutes', minutes, 'priceCents', price_cents
        ) order by position), '[]')
        from offer_extras where offer_extras.professional_id = professionals.user_id
      ) as extras,
      jsonb_build_object(
        'weekly', coalesce(weekly_percent, 0), 'biweekly', coalesce(biweekly_percent, 0),
        'monthly', coalesce(monthly_percent, 0)
      ) as discounts,
      jsonb_build_object(
        'perMileCents', coalesce(cost_per_mile_cents, ${sql.lit(DEFAULT_COST_PER_MILE_CENTS)}),
        'suppliesPerVisitCents', coalesce(supplies_per_visit_cents, 0)
      ) as costs
    from professionals join users on users.id = professionals.user_id
    left join offers on offers.professional_id = professionals.user_id
    left join professional_times as times on times.professional_id = professionals.user_id
    where ${which}`
}
