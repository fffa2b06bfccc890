import { sql } from 'kysely'
import { cents, dollars } from '#contract/bookings/booking-price.ts'
import type { NetHour } from '#contract/bookings/net-hour.ts'
import { DEFAULT_COST_PER_MILE_CENTS } from '#contract/market/offer-rules.ts'
import { LEAD_PRICE, LEADS_PER_MONTH, SUBSCRIPTION_PRICE } from '#contract/money/money-rules.ts'
import { BOUGHT_WHILE_WAITING_SQL } from '#server/money/leads/lead-cost.ts'
import { distanceMiles } from '#server/places/distance.ts'
import { baseZipSql } from '#server/calendar/plan/own-zone.ts'

/** A road is longer than the straight line. */
const DETOUR = 1.3
/** The minutes of a drive in one direction, before those for each mile. */
const DRIVE_BASE_MINUTES = 10
const DRIVE_MINUTES_PER_MILE = 2.6
/** A credit of the subscription of a new professional, $3.98. */
const NEW_CREDIT_CENTS = Math.round(cents(SUBSCRIPTION_PRICE) / LEADS_PER_MONTH)

type Visit = {
  totalCents: number
  workMinutes: number
  /** The miles between the centroids of the base ZIP and the home's, in a straight line. */
  miles: number
  perMileCents: number
  /** 0 where the client has the supplies. */
  suppliesCents: number
  lead: 'none' | 'credit' | 'bought'
  /** A credit of the professional's subscription. */
  creditCents: number
}

/** The costs of a visit, and the amount that is left for an hour from door to door. rule: net-hour */
export function netHour(visit: Visit): NetHour {
  const { totalCents, workMinutes, miles, suppliesCents } = visit
  const travelMiles = Math.round(2 * DETOUR * miles * 10) / 10
  const travelMinutes = Math.ceil(2 * (DRIVE_BASE_MINUTES + DRIVE_MINUTES_PER_MILE * miles))
  const travelCents = Math.round(travelMiles * visit.perMileCents)
  const leadCents = { none: 0, credit: visit.creditCents, bought: cents(LEAD_PRICE) }[visit.lead]
  const netCents = totalCents - travelCents - suppliesCents - leadCents
  return {
    total_amount: dollars(totalCents),
    travel_miles: travelMiles,
    travel_minutes: travelMinutes,
    travel_cost: dollars(travelCents),
    supplies_cost: dollars(suppliesCents),
    lead_cost: dollars(leadCents),
    work_minutes: workMinutes,
    net_amount: dollars(netCents),
    net_per_hour: dollars(Math.round(netCents / ((workMinutes + travelMinutes) / 60))),
  }
}

/** Centroids of ZIPs in degrees, and the costs of the offer. */
type NetFacts = {
  from: [latitude: number, longitude: number]
  to: [latitude: number, longitude: number]
  perMileCents: number
  suppliesCents: number
  lead: Visit['lead']
  creditCents: number
}

/**
 * SQL over a row of the table bookings with its lead (table leads, may be missing): the facts that `netHourOf` needs.
 * Null unless the visit is requested or accepted and a ZIP of the professional is known.
 */
export const NET_FACTS_SQL = sql<NetFacts | null>`case when bookings.status in ('pending', 'accepted') then (
  select jsonb_build_object(
    'from', jsonb_build_array(base.latitude, base.longitude),
    'to', jsonb_build_array(home.latitude, home.longitude),
    'perMileCents', coalesce(offers.cost_per_mile_cents, ${sql.lit(DEFAULT_COST_PER_MILE_CENTS)}),
    'suppliesCents', case when bookings.supplies = 'professional' then coalesce(offers.supplies_per_visit_cents, 0) else 0 end,
    'lead', case
      when exists (
        select from bookings as earlier
        where earlier.professional_id = bookings.professional_id and earlier.client_id = bookings.client_id
          and earlier.status in ('accepted', 'completed')
          and (earlier.created_at, earlier.id) < (bookings.created_at, bookings.id)
      ) then 'none'
      when leads.opened_at is null or ${BOUGHT_WHILE_WAITING_SQL} then 'bought'
      else 'credit'
    end,
    'creditCents', coalesce((
      select round(price_cents::numeric / monthly_credits) from subscriptions
      where professional_id = bookings.professional_id), ${sql.lit(NEW_CREDIT_CENTS)}))
  from zips as home
  cross join zips as base
  left join offers on offers.professional_id = bookings.professional_id
  where home.zip = bookings.zip_code::char(5) and base.zip = ${baseZipSql(
    sql.ref('bookings.professional_id'),
    sql`(select base_zip::char(5) from professional_times where professional_id = bookings.professional_id)`,
  )}
) end`

/** rule: net-hour */
export function netHourOf(row: {
  net_facts: NetFacts | null
  total_cents: number
  estimated_hours: number
}): NetHour | null {
  if (!row.net_facts) return null
  const { from, to, ...costs } = row.net_facts
  return netHour({
    ...costs,
    totalCents: row.total_cents,
    workMinutes: row.estimated_hours * 60,
    miles: distanceMiles(point(from), point(to)),
  })
}

const point = ([latitude, longitude]: NetFacts['from']) => ({ latitude, longitude })
