import { homePrices as homePricesCall, quote as quoteCall } from '#contract/bookings/quote.ts'
import { ownOffer, saveOffer } from '#contract/market/offer.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { homePrices } from './home-prices.ts'
import { loadOffer } from './load-offer.ts'
import { documentOf } from './offer-document.ts'
import { quote } from './quote.ts'
import { saveOffer as save } from './save-offer.ts'

/** A professional's own offer, and what a visit costs. Rules: docs/rules/market.md */
export function offerRoutes(app: App, context: Context): void {
  implement(app, context, ownOffer, async ({ actor }) =>
    documentOf((await loadOffer(context.db, actor.id)) ?? refuse('complete_profile_first')),
  )
  implement(app, context, saveOffer, ({ actor, body }) =>
    save(context, actor.id, body.offer, body.version),
  )
  implement(app, context, homePricesCall, async ({ actor, query }) => ({
    prices: await homePrices(context, actor.id, query),
  }))
  implement(app, context, quoteCall, ({ actor, body }) => quote(context, actor, body))
}
