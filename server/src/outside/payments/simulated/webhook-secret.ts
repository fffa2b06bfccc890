import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { madeOnce } from '../../files/made-once.ts'

/** What signs simulated webhooks: PAYMENTS_WEBHOOK_SECRET, or a secret in DATA_DIR. */
export async function webhookSecretOf({ payments, dataDir }: Config): Promise<string> {
  const make = () => `whsec_${randomBytes(32).toString('hex')}\n`
  return (
    payments.webhookSecret ??
    (await madeOnce(join(dataDir, 'payments-webhook-secret'), make)).trim()
  )
}
