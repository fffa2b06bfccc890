import { dollars, sumCents } from '#contract/bookings/booking-price.ts'
import type { PriceLine } from '#contract/bookings/booking-price.ts'
import { estimate } from '#contract/market/estimate.ts'
import type { ServiceType } from '#contract/product.ts'
import type { QuoteRequest } from '#contract/bookings/quote.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { reachableSql } from '#server/people/listing/listed.ts'
import { labourTimes, readHome } from '../homes/homes.ts'
import { refuseTooShort } from '#server/calendar/free/refuse-visit.ts'
import { shownLine } from './booking-lines.ts'
import { loadOffer } from './load-offer.ts'
import { extrasOf, laterLines, priceOf, suppliesOf } from './visit-price.ts'

/**
 * How long a visit would take and what it would cost now. Refusals: not_signed_in, clients_only, home_not_found,
 * professional_not_found, service_not_offered, frequency_not_offered, hours_below_minimum, extra_not_offered,
 * supplies_not_offered, extras_too_long. rule: price-lines
 */
export async function quote(context: Context, actor: Actor | null, request: QuoteRequest) {
  const home = await homeOf(context, actor, request)
  const { service_type, cleaning_frequency } = request
  const { offer, frequencies } = await readOffer(context, request.professional_id)
  const service = offer.services.find(({ type }) => type === service_type)
  if (!service) refuse('service_not_offered')
  if (!frequencies.includes(cleaning_frequency)) refuse('frequency_not_offered')
  const { minimumHours } = service
  const extras = extrasOf(offer, request.extras)
  suppliesOf(offer, request)
  const estimated = estimate({
    service: service_type,
    facts: home,
    extrasMinutes: extras.reduce((sum, { minutes }) => sum + minutes, 0),
    earlier: request.home_id ? await laboursAt(context, request.home_id, service_type) : [],
    minHours: minimumHours,
  })
  const hours = request.estimated_hours ?? estimated.hours
  if (hours < minimumHours) refuseTooShort(minimumHours)
  const price = priceOf(offer, { ...request, estimated_hours: hours })
  return {
    estimate: estimated,
    estimated_hours: hours,
    min_hours: minimumHours,
    ...shownPrice(price.lines),
    later: cleaning_frequency === 'one_time' ? null : shownPrice(laterLines(price, hours)),
  }
}

async function laboursAt({ db }: Context, homeId: string, service: ServiceType) {
  return (await labourTimes(db, homeId))[service] ?? []
}

const shownPrice = (lines: readonly PriceLine[]) => ({
  lines: lines.map(shownLine),
  total_amount: dollars(sumCents(lines)),
})

/** The known facts of the home, or null. A saved home can be named by its client alone. */
async function homeOf(context: Context, actor: Actor | null, { home_id, home }: QuoteRequest) {
  if (home_id === undefined) return home ?? null
  if (!actor) refuse('not_signed_in')
  if (actor.role !== 'client') refuse('clients_only')
  return readHome(context, actor.id, home_id)
}

/** The offer of a reachable professional, and how often they come. Refuses professional_not_found. */
async function readOffer({ db }: Context, sentId: string) {
  const id = Id.safeParse(sentId).data ?? refuse('professional_not_found')
  const offer = await loadOffer(db, id)
  const facts = await db
    .selectFrom('professionals')
    .select('frequencies')
    .select(reachableSql('professionals.user_id').as('reachable'))
    .where('user_id', '=', id)
    .executeTakeFirst()
  if (!offer || !facts?.reachable) refuse('professional_not_found')
  return { offer, frequencies: facts.frequencies }
}
