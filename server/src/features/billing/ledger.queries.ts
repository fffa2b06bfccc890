import { sql } from 'kysely'
import type { LedgerEntry } from '#contract/billing.ts'
import type { Db } from '#server/db/db.ts'

type EntryRow = Omit<LedgerEntry, 'at' | 'invoice_id'> & { at: Date; number: string | null }

/** Every entry of a professional's ledger with the balance after it, newest first. */
export async function entriesOf(db: Db, professionalId: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select lead_ledger.kind, amount, reason, lead_ledger.at, note, users.first_name as client, payments.number::text,
      sum(amount) over (order by lead_ledger.id)::integer as balance
    from lead_ledger left join users on users.id = client_id left join payments on payments.id = payment_id
    where lead_ledger.professional_id = ${professionalId}
    order by lead_ledger.id desc`.execute(db)
  return rows
}

/** The clients whose leads wait for a credit, by first name, oldest first. */
export async function waitingLeadsOf(
  db: Db,
  professionalId: string,
): Promise<{ client: string; since: Date }[]> {
  const rows = await db
    .selectFrom('leads')
    .innerJoin('users', 'users.id', 'leads.client_id')
    .select(['users.first_name as client', 'leads.waiting_since'])
    .where('professional_id', '=', professionalId)
    .where('waiting_since', 'is not', null)
    .orderBy('waiting_since')
    .execute()
  return rows.map(({ client, waiting_since }) => ({ client, since: waiting_since! }))
}
