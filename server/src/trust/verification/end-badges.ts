import { sql } from 'kysely'
import { BADGE_LETTER_DAYS } from '#contract/trust/verification-rules.ts'
import type { Context } from '#server/context.ts'
import { recordEvent } from '#server/events/record.ts'
import { enqueue } from '#server/queue/queue.ts'
import { runEachDue, runEachStep } from '#server/queue/run-batches.ts'
import { BADGE_ENDS_SQL } from './badge.ts'
import { endDocumentBadges, warnOfDocumentEnd } from '../documents/end-document-badges.ts'
import { lockVerification, writeStatus } from './verification.queries.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'

const BATCH_SIZE = 200

/**
 * The daily job 'end-badges': ends the badges whose year is over, and writes to those whose badge ends in 30 and in 7
 * days, once each. rule: badges, scheduled-jobs
 */
export async function endBadges(context: Context): Promise<void> {
  await runEachStep([
    () => endOldBadges(context),
    () => endDocumentBadges(context),
    () => warnOfEnd(context),
    () => warnOfDocumentEnd(context),
  ])
}

async function endOldBadges(context: Context): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const isOver = sql<boolean>`${sql.raw(BADGE_ENDS_SQL)} <= ${now}::timestamptz`
  await runEachDue(context, {
    list: (tried) =>
      db
        .selectFrom('professionals')
        .select('user_id')
        .where('background_check_status', '=', 'approved')
        .where(isOver)
        .$if(tried.length > 0, (query) => query.where('user_id', 'not in', tried))
        .limit(BATCH_SIZE)
        .execute(),
    size: BATCH_SIZE,
    keyOf: ({ user_id }) => user_id,
    work: ({ user_id }) =>
      db.transaction().execute(async (tx) => {
        const check = await lockVerification(tx, user_id)
        const still = tx
          .selectFrom('professionals')
          .select('user_id')
          .where('user_id', '=', user_id)
        if (check?.status !== 'approved' || !(await still.where(isOver).executeTakeFirst())) return
        await writeStatus(tx, user_id, {
          background_check_status: check.renewal_at ? 'pending' : 'expired',
          background_checked_at: null,
          background_check_simulated: false,
        })
        await refreshSearchEntries(tx, [user_id])
        const event = { kind: 'verification.expired', subjectId: user_id, actorId: null, at: now }
        await recordEvent(tx, event)
      }),
    failed: 'a badge that is over has to wait',
  })
}

/** A badge that is about to end gets the letter of the shorter time only. */
async function warnOfEnd(context: Context): Promise<void> {
  const { db } = context
  const now = context.clock.now()
  for (const days of BADGE_LETTER_DAYS.toSorted((one, other) => one - other)) {
    const isDue = sql`background_check_status = 'approved'
      and ${sql.raw(BADGE_ENDS_SQL)} between ${now}::timestamptz and ${now}::timestamptz + make_interval(days => ${days})
      and not exists (select from badge_letters as earlier where earlier.professional_id = user_id
        and earlier.kind = 'ssn' and earlier.checked_at = background_checked_at and earlier.days <= ${days})`
    await runEachDue(context, {
      async list(tried) {
        const { rows } = await sql<{ id: string }>`
          select user_id as id from professionals where user_id <> all(${tried}::uuid[]) and ${isDue}
          order by user_id limit ${BATCH_SIZE}`.execute(db)
        return rows.map(({ id }) => id)
      },
      size: BATCH_SIZE,
      keyOf: (id) => id,
      work: (id) =>
        db.transaction().execute(async (tx) => {
          const { rows } = await sql`
            insert into badge_letters (professional_id, checked_at, days, at)
            select user_id, background_checked_at, ${days}, ${now}::timestamptz from professionals
            where user_id = ${id}::uuid and ${isDue}
            on conflict do nothing returning professional_id`.execute(tx)
          if (rows.length > 0) await enqueue(tx, 'send-badge-letter', { user_id: id })
        }),
      failed: 'the letter about the end of a badge has to wait',
    })
  }
}
