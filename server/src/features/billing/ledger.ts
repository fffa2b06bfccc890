import type { Db } from '#server/db/db.ts'
import { invoiceId } from './billing-history.ts'
import { entriesOf, waitingLeadsOf } from './ledger.queries.ts'

/** Every credit and why, newest first (decision 17), and who waits for one, oldest first. */
export async function ledgerOf(db: Db, professionalId: string) {
  const [entries, waiting] = await Promise.all([
    entriesOf(db, professionalId),
    waitingLeadsOf(db, professionalId),
  ])
  return {
    balance: entries[0]?.balance ?? 0,
    entries: entries.map(({ number, at, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      invoice_id: number === null ? null : invoiceId(number),
    })),
    waiting: waiting.map(({ client, since }) => ({ client, since: since.toISOString() })),
  }
}
