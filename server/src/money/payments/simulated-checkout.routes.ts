import { dollars } from '#contract/bookings/booking-price.ts'
import * as calls from '#contract/money/simulated-checkout.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { hostedPage, settlePage } from '#server/outside/payments/simulated/hosted-page.ts'
import type { HostedPage } from '#server/outside/payments/simulated/hosted-page.ts'
import type { Context } from '#server/context.ts'

/**
 * The calls of the simulated payment page. With PAYMENTS=stripe the calls and the page answer 404.
 * rules: simulated-payments
 */
export function simulatedCheckoutRoutes(app: App, context: Context): void {
  const { db, clock, payments } = context
  if (payments.provider !== 'simulated') {
    app.get('/simulated-checkout/*', () => refuse('not_found'))
    return
  }
  const checkoutOf = (id: string, ownerId: string) => ({ id, ownerId, now: clock.now() })

  implement(app, context, calls.simulatedCheckout, async ({ actor, params }) => {
    const page = await hostedPage(db, checkoutOf(params.session, actor.id))
    if (!page) refuse('checkout_not_found')
    return { ...pageFacts(page), success_url: page.successUrl, cancel_url: page.cancelUrl }
  })
  implement(app, context, calls.settleSimulatedCheckout, async ({ actor, params, body }) => {
    const { outcome, renewals } = body
    const choice = { outcome, declinesRenewals: renewals === 'declined' }
    const page = await settlePage(db, checkoutOf(params.session, actor.id), choice)
    if (!page) refuse('checkout_not_found')
    if (page.status !== (outcome === 'declined' ? 'open' : outcome)) refuse('checkout_over')
    const redirects = { paid: page.successUrl, cancelled: page.cancelUrl, declined: null }
    return { ...pageFacts(page), outcome, redirect_url: redirects[outcome] }
  })
}

function pageFacts({ id, kind, amountCents, status }: HostedPage) {
  return { id, kind, amount: dollars(amountCents), status }
}
