import type { Db } from '#server/db/db.ts'
import { unlockWaiting } from './leads.ts'

type Credits = { professionalId: string; at: Date; paymentId?: string } & (
  | { kind: 'granted'; amount: number; reason: 'activation' | 'renewal' | 'operator' }
  | { kind: 'bought'; amount: 1; reason: 'single_lead' }
)

/**
 * Adds credits to the ledger and opens the leads that wait (decisions 15, 16, 18). `key` is what must not happen twice, such as
 * a paid period: a second time with it does nothing and answers false.
 */
export async function grantCredits(
  tx: Db,
  key: string,
  { professionalId, kind, amount, reason, at, paymentId }: Credits,
  note?: string,
): Promise<boolean> {
  const written = await tx
    .insertInto('lead_ledger')
    .values({
      professional_id: professionalId,
      kind,
      amount,
      reason,
      key,
      payment_id: paymentId ?? null,
      note: note ?? null,
      at,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return false
  await unlockWaiting(tx, professionalId, at)
  return true
}

/** What a paid period is granted by, once. */
export function periodKey(subscriptionId: string, periodStart: Date): string {
  return `period ${subscriptionId} ${Math.floor(+periodStart / 1000)}`
}

/** What a paid period is granted by: an expression in SQL over a row of payments. */
export function periodKeySql(payments: string): string {
  return `format('period %s %s', ${payments}.provider_subscription_id, floor(extract(epoch from ${payments}.period_start))::bigint)`
}

/** Takes the credit of a refunded single lead back, once, if she has not spent it. */
export async function withdrawCredit(
  tx: Db,
  { professionalId, paymentId, at }: { professionalId: string; paymentId: string; at: Date },
): Promise<void> {
  const held = await tx
    .selectFrom('lead_credits')
    .select('balance')
    .where('professional_id', '=', professionalId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!held || held.balance === 0) return
  await tx
    .insertInto('lead_ledger')
    .values({
      professional_id: professionalId,
      kind: 'withdrawn',
      amount: -1,
      reason: 'refund',
      key: `refund ${paymentId}`,
      payment_id: paymentId,
      at,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Her credits (decision 16): left now, granted or bought so far, and bought singly so far. */
export async function creditsOf(db: Db, professionalId: string) {
  const found = await db
    .selectFrom('lead_credits')
    .select(['balance', 'total', 'paid'])
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
  return found ?? { balance: 0, total: 0, paid: 0 }
}
