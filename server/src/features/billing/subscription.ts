import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * Listed (decision 19: search, sitemap) as a condition in SQL on a professional's id, which is a column's name such as
 * 'professionals.user_id' and never input.
 */
export function listedSql(professionalId: string): string {
  return `exists (select from subscriptions where subscriptions.professional_id = ${professionalId} and subscriptions.status = 'active')`
}

/** Reachable (decision 19: profile by link, contact, booking), likewise: until there are credits, the same as listed. */
export function reachableSql(professionalId: string): string {
  return listedSql(professionalId)
}

/** Whether a professional can be opened by link, contacted and booked (decision 19). `professionalId` is a UUID. */
export async function isReachable(db: Db, professionalId: string): Promise<boolean> {
  const found = await db
    .selectFrom('subscriptions')
    .select('professional_id')
    .where('professional_id', '=', professionalId)
    .where(sql<boolean>`status = 'active'`)
    .executeTakeFirst()
  return found !== undefined
}
