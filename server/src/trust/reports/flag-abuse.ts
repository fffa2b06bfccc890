import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { executeWhileFull, runEach, runEachStep } from '#server/queue/run-batches.ts'
import { openCase } from '../cases/open-case.ts'
import { SIGNALS } from './signals.ts'
import type { Signal } from './signals.ts'

const BATCH_SIZE = 500

type Seen = { user_id: string; evidence: string; review_id: string | null }

/**
 * The job 'flag-abuse': each sign of abuse sets a flag and opens a case in the queue 'reviews'. It never acts on an
 * account or a review. What was seen once is not flagged again. rule: flags, scheduled-jobs
 */
export async function flagAbuse(context: Context): Promise<void> {
  const now = context.clock.now()
  await runEachStep([
    ...SIGNALS.map((signal) => () => flag(context, signal, now)),
    () => forgetTags(context.db, now),
  ])
}

async function flag({ db, log }: Context, { kind, find }: Signal, since: Date): Promise<void> {
  const { rows } = await sql<Seen>`
    select user_id, evidence, max(review_id::text) as review_id from (${find(since)}) as seen
    where not exists (select from flags
      where flags.user_id = seen.user_id and flags.kind = ${kind} and flags.evidence = seen.evidence)
    group by user_id, evidence order by user_id, evidence`.execute(db)
  await runEach(log, rows, {
    keyOf: ({ user_id }) => user_id,
    work: ({ user_id, evidence, review_id }) =>
      db.transaction().execute(async (tx) => {
        const flagged = await tx
          .insertInto('flags')
          .values({ user_id, kind, evidence, since })
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .executeTakeFirst()
        if (!flagged) return
        await openCase(tx, {
          queue: 'reviews',
          kind,
          subject: review_id ? { kind: 'review', id: review_id } : { kind: 'person', id: user_id },
          personId: user_id,
          title: { code: kind },
          at: since,
          key: `${kind}:${user_id}`,
        })
      }),
    failed: 'a flag has to wait',
  })
}

/** rule: flags */
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
