import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/db.ts'
import type { Clock } from '#server/context.ts'
import type { Payments } from './payments.ts'
import { simulatedPayments } from './simulated/simulated.ts'
import { webhookSecretOf } from './simulated/webhook-secret.ts'

/** The provider that the settings name. Stripe's client is loaded only where it is needed: it is large. */
export async function paymentsFor(config: Config, db: Db, clock: Clock): Promise<Payments> {
  const { payments } = config
  if (payments.provider === 'simulated') {
    return simulatedPayments(db, clock, await webhookSecretOf(config))
  }
  const { stripePayments } = await import('./stripe/stripe.ts')
  return stripePayments(payments)
}
