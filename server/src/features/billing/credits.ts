import { sql } from 'kysely'
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
  credits: Credits,
  note?: string,
): Promise<boolean> {
  const isNew = await writeCredits(tx, key, credits, note)
  if (isNew) await unlockWaiting(tx, credits.professionalId, credits.at)
  return isNew
}

/** Writes credits into the ledger and opens nothing: alone, for what was given back before anybody here knew of it (`noteRefund`). */
export async function writeCredits(
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
  return written !== undefined
}

/** What a paid period is granted by, once. */
export function periodKey(subscriptionId: string, periodStart: Date): string {
  return `period ${subscriptionId} ${Math.floor(+periodStart / 1000)}`
}

/** What a paid period is granted by: an expression in SQL over a row of payments. */
export function periodKeySql(payments: string): string {
  return `format('period %s %s', ${payments}.provider_subscription_id, floor(extract(epoch from ${payments}.period_start))::bigint)`
}

/**
 * Takes the credits that a refunded payment brought back, once, as far as she has not spent them: the ones that came first are
 * spent first. An entry of nought says that none was left.
 */
export async function withdrawCredits(
  tx: Db,
  { professionalId, paymentId, at }: { professionalId: string; paymentId: string; at: Date },
): Promise<void> {
  // Held first: what the next statement sees is then true until the end.
  await tx
    .selectFrom('lead_credits')
    .select('balance')
    .where('professional_id', '=', professionalId)
    .forNoKeyUpdate()
    .execute()
  await sql`
    with brought as (
      select id, amount from lead_ledger where payment_id = ${paymentId}::uuid and kind in ('granted', 'bought')
    ), later as (
      select coalesce(sum(lead_ledger.amount), 0) as amount from lead_ledger, brought
      where professional_id = ${professionalId}::uuid and kind in ('granted', 'bought') and lead_ledger.id > brought.id
    )
    insert into lead_ledger (professional_id, kind, amount, reason, key, payment_id, at)
    select professional_id, 'withdrawn', -least(brought.amount, greatest(balance - later.amount, 0)), 'refund',
      ${`refund ${paymentId}`}, ${paymentId}::uuid, ${at}::timestamptz
    from lead_credits, brought, later where professional_id = ${professionalId}::uuid
    on conflict (key) do nothing`.execute(tx)
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
