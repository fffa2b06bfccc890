import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/db.ts'
import type { Clock } from '#server/context.ts'
import type { Payments } from './payments.ts'
import { simulatedPayments } from './simulated/simulated.ts'
import { webhookSecretOf } from './simulated/webhook-secret.ts'

/** The configured provider. Stripe's client is large, so it is loaded only if it is needed. */
export async function createPayments(config: Config, db: Db, clock: Clock): Promise<Payments> {
  const { payments } = config
  if (payments.provider === 'simulated') {
    return simulatedPayments(db, clock, await webhookSecretOf(config))
  }
  const { stripePayments } = await import('./stripe/stripe.ts')
  return stripePayments(payments)
}
