import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'

/** SQL over a row of bookings: the visit took place. rule: no-show */
export const KEPT = `(status = 'completed' and no_show is null)`

/** SQL with the number of visits of a professional that took place. `professional` is SQL of their id. */
export const cardVisitsSql = (professional: string) =>
  `(select count(*)::integer from bookings where professional_id = ${professional} and ${KEPT})`

/**
 * Counts again the visits on the cards of the professionals of these bookings. Each command that completes a visit or
 * changes its outcome calls it in its transaction, after everything else that takes locks. rule: search-card
 */
export async function recountVisits(tx: Db, bookingIds: readonly string[]): Promise<void> {
  await recount(
    tx,
    sql`(select professional_id from bookings where id = any(${bookingIds}::uuid[]))`,
  )
}

async function recount(tx: Db, professionals: RawBuilder<unknown>): Promise<void> {
  // Two commands at once: the second waits for the row lock, then counts what the first wrote.
  await sql`
    select from search_cards where user_id in ${professionals} order by user_id for update`.execute(
    tx,
  )
  const visits = sql.raw(cardVisitsSql('search_cards.user_id'))
  await sql`
    update search_cards set visits = ${visits}
    where user_id in ${professionals} and visits <> ${visits}`.execute(tx)
}

const BATCH_SIZE = 500

/** The job 'recount-visits': counts the visits of every card. rule: search-card, scheduled-jobs */
export async function recountAllVisits({ db }: Pick<Context, 'db'>): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db
      .selectFrom('search_cards')
      .select('user_id')
      .where('user_id', '>', last)
      .orderBy('user_id')
      .limit(BATCH_SIZE)
      .execute()
    if (rows.length === 0) return
    const ids = rows.map(({ user_id }) => user_id)
    last = ids.at(-1)!
    await db.transaction().execute((tx) => recount(tx, sql`(select unnest(${ids}::uuid[]))`))
  }
}
