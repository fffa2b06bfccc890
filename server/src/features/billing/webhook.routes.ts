import { paymentsWebhook } from '#contract/billing.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/implement.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Nudge } from '#server/outside/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { ask } from './provider.ts'
import { settleCheckout } from './settle.ts'
import { syncSubscription } from './sync-subscription.ts'

/** The provider's webhook (decision 21). Its exact bytes are signed, so nothing reads them before; apart from other calls for that. */
export async function webhookRoutes(app: App, context: Context): Promise<void> {
  await app.register(async (apart) => {
    apart.removeAllContentTypeParsers()
    apart.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    implement(apart, context, paymentsWebhook, async ({ request }) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const now = context.clock.now()
      const nudge = await context.payments.verifyWebhook(bytes, request.headers, now)
      if (!nudge) refuse('signature_invalid')
      await follow(context, nudge)
      return { received: true as const }
    })
  })
}

/** A nudge says what to ask about; what is written is what the provider answers. */
async function follow(context: Context, nudge: Nudge): Promise<void> {
  const { payments } = context
  const purchase =
    nudge.about === 'money' ? await ask(context, payments.boughtBy(nudge.objectId)) : nudge
  if (purchase?.about === 'checkout') await settleCheckout(context, purchase.objectId)
  if (purchase?.about !== 'subscription') return
  const subscription = await ask(context, payments.subscription(purchase.objectId))
  if (subscription) await syncSubscription(context, subscription.ownerId, subscription.id)
}
