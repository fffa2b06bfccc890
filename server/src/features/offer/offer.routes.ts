import { ownOffer, saveOffer } from '#contract/offer.ts'
import type { Context } from '#server/context.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { refuse } from '#server/http/refusal.ts'
import { loadOffer } from './load-offer.ts'
import { documentOf } from './offer-document.ts'
import { saveOffer as save } from './save-offer.ts'

/** A professional's own offer. rule: offer */
export function offerRoutes(app: App, context: Context): void {
  implement(app, context, ownOffer, async ({ actor }) =>
    documentOf((await loadOffer(context.db, actor.id)) ?? refuse('complete_profile_first')),
  )
  implement(app, context, saveOffer, ({ actor, body }) =>
    save(context, actor.id, body.offer, body.version),
  )
}
