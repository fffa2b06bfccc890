import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { readOrCreate } from '../../files/read-or-create.ts'

/** The secret that signs simulated webhooks: PAYMENTS_WEBHOOK_SECRET, or one that is created in DATA_DIR. */
export async function webhookSecretOf({ payments, dataDir }: Config): Promise<string> {
  const make = () => `whsec_${randomBytes(32).toString('hex')}\n`
  return (
    payments.webhookSecret ??
    (await readOrCreate(join(dataDir, 'payments-webhook-secret'), make)).trim()
  )
}
