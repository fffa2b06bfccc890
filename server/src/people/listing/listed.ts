import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * An SQL condition: whether a professional is listed, which means that search and the sitemap show them. `idColumn` is
 * the column with their id, such as 'professionals.user_id'. rule: subscription-states
 */
export function listedSql(idColumn: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from subscriptions
    where subscriptions.professional_id = ${sql.ref(idColumn)} and subscriptions.status <> 'lapsed'
      and not ${suspendedSql(idColumn)})`
}

/**
 * An SQL condition: whether a professional is reachable, which means that their profile opens by its link, and clients
 * can contact and book them. A professional whose subscription has lapsed stays reachable while they have credits.
 * rule: subscription-states
 */
export function reachableSql(idColumn: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from subscriptions left join lead_credits using (professional_id)
    where subscriptions.professional_id = ${sql.ref(idColumn)} and (subscriptions.status <> 'lapsed' or lead_credits.balance > 0)
      and not ${suspendedSql(idColumn)})`
}

/** An SQL condition: whether the account with the id in this column is suspended. rule: suspension */
function suspendedSql(idColumn: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from users as account where account.id = ${sql.ref(idColumn)} and account.suspension_id is not null)`
}

/** Whether a professional is reachable. `professionalId` is a UUID. rule: subscription-states */
export async function isReachable(db: Db, professionalId: string): Promise<boolean> {
  const { rows } = await sql<{ reachable: boolean }>`
    select ${reachableSql('professional.id')} as reachable from (select ${professionalId}::uuid as id) as professional`.execute(
    db,
  )
  return rows[0]!.reachable
}
