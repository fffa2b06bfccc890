import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { listedSql } from '../billing/subscription.ts'

/** Whether the account is paid for; undefined if it has vanished. */
export async function accountOf(db: Db, userId: string): Promise<{ active: boolean } | undefined> {
  return db
    .selectFrom('users')
    .select(sql<boolean>`${sql.raw(listedSql('users.id'))}`.as('active'))
    .where('id', '=', userId)
    .executeTakeFirst()
}
