import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * A condition: whether a professional is listed (search, sitemap). `idColumn` is the column with their id, such as
 * 'professionals.user_id'. rule: subscription-states
 */
export function listedSql(idColumn: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from subscriptions
    where subscriptions.professional_id = ${sql.ref(idColumn)} and subscriptions.status <> 'lapsed')`
}

/** A condition, likewise: whether a professional is reachable (profile by link, contact, booking). rule: subscription-states */
export function reachableSql(idColumn: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from subscriptions left join lead_credits using (professional_id)
    where subscriptions.professional_id = ${sql.ref(idColumn)} and (subscriptions.status <> 'lapsed' or lead_credits.balance > 0))`
}

/** Whether a professional is reachable. `professionalId` is a UUID. rule: subscription-states */
export async function isReachable(db: Db, professionalId: string): Promise<boolean> {
  const { rows } = await sql<{ reachable: boolean }>`
    select ${reachableSql('professional.id')} as reachable from (select ${professionalId}::uuid as id) as professional`.execute(
    db,
  )
  return rows[0]!.reachable
}
