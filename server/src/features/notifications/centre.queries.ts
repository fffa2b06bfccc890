import { sql } from 'kysely'
import type { NoticeChannel, NoticeTopic } from '#contract/notices.ts'
import type { Db } from '#server/db/db.ts'
import { NOTICE, wholeNotice } from './notice.queries.ts'
import type { Notice, NoticeRow } from './notice.queries.ts'

/** Of those that stand in a person's centre the newest `limit` before the moment and id of another. */
export async function newestNotices(
  db: Db,
  userId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Notice[]> {
  const { rows } = await sql<NoticeRow>`
    select ${sql.raw(NOTICE)}
    where notices.user_id = ${userId}::uuid and shown and (
      ${before ?? null}::uuid is null
      or (at, notices.id) < (select at, id from notices as last where last.id = ${before ?? null}::uuid and last.user_id = ${userId}::uuid))
    order by at desc, notices.id desc limit ${limit}`.execute(db)
  return rows.map(wholeNotice)
}

export async function countUnreadNotices(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notices where user_id = ${userId}::uuid and shown and read_at is null`.execute(
    db,
  )
  return rows[0]!.n
}

/** Whether there was anything to mark. */
export async function setNoticesRead(
  db: Db,
  userId: string,
  id: string | undefined,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notices')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('shown', '=', true)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What a person has switched, on or off. */
export async function switchesOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('notice_switches')
    .select(['topic', 'channel', 'enabled'])
    .where('user_id', '=', userId)
    .execute()
  return rows as { topic: NoticeTopic; channel: NoticeChannel; enabled: boolean }[]
}

export async function putSwitch(
  db: Db,
  userId: string,
  { topic, channel, enabled }: { topic: NoticeTopic; channel: NoticeChannel; enabled: boolean },
): Promise<void> {
  await db
    .insertInto('notice_switches')
    .values({ user_id: userId, topic, channel, enabled })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'topic', 'channel']).doUpdateSet({ enabled }),
    )
    .execute()
}

/** Whose letters of what an address ends; undefined for one that is none. */
export async function unsubscribeAddress(db: Db, token: string) {
  const found = await db
    .selectFrom('unsubscribe_addresses')
    .select(['user_id', 'topic'])
    .where('token', '=', token)
    .executeTakeFirst()
  return found && { userId: found.user_id, topic: found.topic as NoticeTopic }
}
