import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { executeWhileFull, runEachStep } from '#server/queue/run-batches.ts'
import { openCase } from '../cases/open-case.ts'
import { SIGNALS } from './signals.ts'
import type { Signal } from './signals.ts'

const BATCH_SIZE = 500

type Seen = { user_id: string; evidence: string; review_id: string | null }

/**
 * The job 'flag-abuse': each sign of abuse sets a flag and opens a case in the queue 'reviews'. It never acts on an
 * account or a review. What was seen once is not flagged again. rule: flags
 */
export async function flagAbuse({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await runEachStep([
    ...SIGNALS.map((signal) => () => flag(db, signal, now)),
    () => forgetTags(db, now),
  ])
}

async function flag(db: Db, { kind, title, find }: Signal, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Seen>`
      with seen as (${find(now)})
      insert into flags (user_id, kind, evidence, since)
      select distinct user_id, ${kind}, evidence, ${now}::timestamptz from seen
      on conflict do nothing
      returning user_id, evidence, (select max(review_id::text) from seen
        where seen.user_id = flags.user_id and seen.evidence = flags.evidence) as review_id`.execute(
      tx,
    )
    for (const { user_id, review_id } of rows.toSorted(byPerson)) {
      await openCase(tx, {
        queue: 'reviews',
        kind,
        subject: review_id ? { kind: 'review', id: review_id } : { kind: 'person', id: user_id },
        personId: user_id,
        title,
        at: now,
        key: `${kind}:${user_id}`,
      })
    }
  })
}

const byPerson = (one: Seen, other: Seen) => (one.user_id < other.user_id ? -1 : 1)

/** rule: device-tags */
async function forgetTags(db: Db, now: Date): Promise<void> {
  const isOld = (column: RawBuilder<unknown>, days: number) =>
    sql`${column} < ${now}::timestamptz - make_interval(days => ${days})`
  await executeWhileFull(
    db,
    BATCH_SIZE,
    sql`update reviews set network_tag = null, device_tag = null where id = any(array(
      select id from reviews where (network_tag is not null or device_tag is not null)
        and ${isOld(sql`created_at`, RETENTION.review_tag_days)} limit ${BATCH_SIZE}))`,
    sql`delete from device_tags where ctid = any(array(
      select ctid from device_tags where ${isOld(sql`last_seen_at`, RETENTION.device_days)} limit ${BATCH_SIZE}))`,
  )
}

/** Deletion of an account: its flags go. rule: account-deletion */
export async function deleteFlags(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('flags').where('user_id', '=', userId).execute()
}
