import { paymentsWebhook } from '#contract/money/billing.ts'
import type { App } from '#server/http/app.ts'
import { implement } from '#server/http/calls/implement.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { WebhookEvent } from '#server/outside/payments/payments.ts'
import type { Context } from '#server/context.ts'
import { refuseIfProviderFails } from './refuse-if-provider-fails.ts'
import { settleCheckout, settleSubscription } from '../subscription/settle.ts'

/**
 * The provider's webhook. The signature is over the exact bytes, so a plugin of its own reads the body unparsed.
 * rule: payment-settled-once
 */
export async function webhookRoutes(app: App, context: Context): Promise<void> {
  await app.register(async (plugin) => {
    plugin.removeAllContentTypeParsers()
    plugin.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    plugin.addHook('onResponse', (_request, { statusCode }, done) => {
      const isRefused = statusCode >= 400 && statusCode < 500
      context.meters.webhooks.count(
        statusCode < 400 ? 'accepted' : isRefused ? 'refused' : 'failed',
      )
      done()
    })
    implement(plugin, context, paymentsWebhook, async ({ request }) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const now = context.clock.now()
      const event = await context.payments.verifyWebhook(bytes, request.headers, now)
      if (!event) refuse('signature_invalid')
      await settle(context, event)
      return { received: true as const }
    })
  })
}

/** Reads the object that the event names from the provider, and settles it. */
async function settle(context: Context, event: WebhookEvent): Promise<void> {
  const { payments } = context
  const purchase =
    event.about === 'payment'
      ? await refuseIfProviderFails(context, payments.purchaseOf(event.objectId))
      : event
  if (purchase?.about === 'checkout') await settleCheckout(context, purchase.objectId)
  if (purchase?.about !== 'subscription') return
  const subscription = await refuseIfProviderFails(
    context,
    payments.subscription(purchase.objectId),
  )
  if (subscription) await settleSubscription(context, subscription.ownerId, subscription.id)
}
