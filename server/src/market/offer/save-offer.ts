import { cents } from '#contract/bookings/booking-price.ts'
import type { OfferChange, SavedOffer } from '#contract/market/offer.ts'
import type { Context } from '#server/context.ts'
import { recordEvent } from '#server/events/record.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { lockCaller } from '#server/people/person/lock-people.ts'
import { loadOffer } from './load-offer.ts'
import { documentOf, newServices } from './offer-document.ts'
import { lockProfileOf, replaceExtras, replaceServices, writeOffer } from './offer.queries.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'

/**
 * A professional saves their offer: all that `change` names, or nothing. Bookings keep their prices. `version` is the
 * one that was edited. Refusals: complete_profile_first, service_not_offered, offer_changed. rule: offer, edit-conflict
 */
export async function saveOffer(
  context: Context,
  professionalId: string,
  change: OfferChange,
  version: number,
): Promise<SavedOffer> {
  return context.db.transaction().execute(async (tx) => {
    await lockCaller(tx, professionalId)
    await lockProfileOf(tx, professionalId)
    const before = (await loadOffer(tx, professionalId)) ?? refuse('complete_profile_first')
    const offered = new Set(before.services.map(({ type }) => type))
    if (change.services?.some(({ type }) => !offered.has(type))) refuse('service_not_offered')
    if (version !== before.version) refuse('offer_changed')

    const { offer } = documentOf(before)
    const { supplies, eco_products, pets_ok, languages, discounts, costs } = { ...offer, ...change }
    await writeOffer(tx, {
      professional_id: professionalId,
      brings: supplies.brings,
      supplies_price_cents: supplies.price === null ? null : cents(supplies.price),
      eco_products,
      pets_ok,
      languages,
      weekly_percent: discounts.weekly,
      biweekly_percent: discounts.biweekly,
      monthly_percent: discounts.monthly,
      cost_per_mile_cents: cents(costs.cost_per_mile),
      supplies_per_visit_cents: cents(costs.supplies_per_visit),
    })
    if (change.services) await replaceServices(tx, professionalId, newServices(change.services))
    if (change.extras) await replaceExtras(tx, professionalId, change.extras)
    await refreshSearchEntries(tx, [professionalId])
    const actor = { subjectId: professionalId, actorId: professionalId }
    await recordEvent(tx, { kind: 'offer.changed', ...actor, at: context.clock.now() })
    return documentOf((await loadOffer(tx, professionalId))!)
  })
}
