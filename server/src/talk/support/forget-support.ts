import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'
import { executeWhileFull } from '#server/queue/run-batches.ts'

const BATCH_SIZE = 1000

/**
 * The daily job 'forget-support': deletes threads after two years, those of deleted accounts after 90 days, and links
 * that have ended. rule: contact-page
 */
export async function deleteOldSupport({ db, clock }: Context): Promise<void> {
  const now = sql`${clock.now()}::timestamptz`
  await executeWhileFull(
    db,
    BATCH_SIZE,
    sql`delete from support_messages where id = any(array(
      select id from support_messages
      where at < ${now} - make_interval(months => ${RETENTION.support_months}) or erase_at <= ${now}
      limit ${BATCH_SIZE}))`,
    sql`delete from support_links where token_hash = any(array(
      select token_hash from support_links where expires_at <= ${now} limit ${BATCH_SIZE}))`,
  )
}
