import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * Listed (decision 19: search, sitemap; a paid period or grace) as a condition in SQL on a professional's id, which is a
 * column's name such as 'professionals.user_id' and never input.
 */
export function listedSql(professionalId: string): string {
  return `exists (select from subscriptions where subscriptions.professional_id = ${professionalId} and subscriptions.status <> 'lapsed')`
}

/** Reachable (decision 19: profile by link, contact, booking), likewise: listed, or credits left after an earlier activation. */
export function reachableSql(professionalId: string): string {
  return `exists (select from subscriptions left join lead_credits using (professional_id)
    where subscriptions.professional_id = ${professionalId} and (subscriptions.status <> 'lapsed' or lead_credits.balance > 0))`
}

/** Whether a professional can be opened by link, contacted and booked (decision 19). `professionalId` is a UUID. */
export async function isReachable(db: Db, professionalId: string): Promise<boolean> {
  const { rows } = await sql<{ reachable: boolean }>`
    select ${sql.raw(reachableSql('professional.id'))} as reachable from (select ${professionalId}::uuid as id) as professional`.execute(
    db,
  )
  return rows[0]!.reachable
}
