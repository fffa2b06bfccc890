import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { runEachDue } from '#server/queue/run-batches.ts'
import { textsIn, titled } from '#server/texts.ts'
import { reachableSql } from '#server/people/listing/listed.ts'
import { isReviewedSql } from '#server/market/reviews/reviews-to-write.ts'
import { createNotice } from '../notices/create-notice.ts'
import type { NoticeKind, NoticeTopicDefinition } from '../notices/notice.ts'

const BATCH_SIZE = 500
/** How long after the end of a visit its client is asked, and until when at most. */
const ASK_HOURS = { from: 2, until: 72 } as const
/** How long after that the client is reminded, and until when at most. */
const REMIND_DAYS = { from: 3, until: 6 } as const
/** A client is asked about one professional once in this time. */
const ASK_AGAIN_DAYS = 30

type DueAsk = {
  kind: Extract<NoticeKind, 'review.ask' | 'review.reminder'>
  booking_id: string
  client_id: string
  professional_id: string
}

/**
 * The job 'ask-for-reviews': asks the clients of visits that took place how it was, and reminds them once. It searches
 * for what is due, so a server that was down catches up. Safe to repeat. rule: review-asks
 */
export async function askForReviews(
  { db, clock, live, log, shutdown }: Context,
  _payload?: unknown,
  size = BATCH_SIZE,
): Promise<void> {
  const at = clock.now()
  for (const listDue of [listDueAsks, listDueReminders]) {
    await runEachDue(
      { log, shutdown },
      {
        list: (tried) => listDue(db, { at, tried, size }),
        size,
        keyOf,
        async work(ask) {
          const { booking_id, client_id, professional_id, kind } = ask
          await createNotice(db, {
            userId: client_id,
            otherId: professional_id,
            bookingId: booking_id,
            kind,
            key: keyOf(ask),
            at,
          })
          await live.notify([client_id], { type: 'notices' })
        },
        failed: 'the question about a visit has to wait',
      },
    )
  }
}

const keyOf = ({ kind, booking_id }: DueAsk) => `${kind} ${booking_id}`

type DueBatch = { at: Date; tried: readonly string[]; size: number }

/** The last visit of each pair whose visit ended lately, if its client may be asked for a review. */
async function listDueAsks(db: Db, { at, tried, size }: DueBatch): Promise<DueAsk[]> {
  const now = sql`${at}::timestamptz`
  const { rows } = await sql<DueAsk>`
    with ended as (
      select distinct on (professional_id, client_id) id, professional_id, client_id, ends_at from bookings
      where status in ('accepted', 'completed') and no_show is null
        and ends_at <= ${now} - make_interval(hours => ${ASK_HOURS.from})
        and ends_at > ${now} - make_interval(hours => ${ASK_HOURS.until})
      order by professional_id, client_id, ends_at desc, id
    )
    select 'review.ask' as kind, id as booking_id, client_id, professional_id from ended
    where ${mayBeAskedSql('ended')} and 'review.ask ' || id <> all(${tried}::text[]) and not exists (
      select from notices
      where user_id = ended.client_id and other_id = ended.professional_id and kind = 'review.ask'
        and at > ${now} - make_interval(days => ${ASK_AGAIN_DAYS}))
    order by ends_at, id limit ${size}`.execute(db)
  return rows
}

async function listDueReminders(db: Db, { at, tried, size }: DueBatch): Promise<DueAsk[]> {
  const now = sql`${at}::timestamptz`
  const { rows } = await sql<DueAsk>`
    select 'review.reminder' as kind, bookings.id as booking_id, client_id, professional_id
    from notices join bookings on bookings.id = notices.booking_id
    where notices.kind = 'review.ask' and notices.at <= ${now} - make_interval(days => ${REMIND_DAYS.from})
      and notices.at > ${now} - make_interval(days => ${REMIND_DAYS.until})
      and no_show is null and ${mayBeAskedSql('bookings')}
      and 'review.reminder ' || bookings.id <> all(${tried}::text[])
      and not exists (select from notices as sent where sent.key = 'review.reminder ' || bookings.id)
    order by notices.at, bookings.id limit ${size}`.execute(db)
  return rows
}

/** SQL over a row of bookings: neither reviewed nor of somebody who cannot write or be written about now. */
const mayBeAskedSql = (visit: string) => sql`(not ${isReviewedSql(visit)}
  and ${reachableSql(`${visit}.professional_id`)}
  and exists (select from users where users.id = ${sql.ref(`${visit}.client_id`)}
    and deleted_at is null and suspension_id is null))`

/** The job 'notify-review': tells the professional about a review that is public now. rule: review-asks */
export async function notifyOfReview(
  { db, clock, live }: Context,
  { review_id }: { review_id: string },
): Promise<void> {
  const review = await db
    .selectFrom('reviews')
    .select(['professional_id', 'client_id'])
    .where('id', '=', review_id)
    .where('state', '=', 'public')
    .executeTakeFirst()
  if (!review) return
  const kind = 'review.received'
  await createNotice(db, {
    userId: review.professional_id,
    otherId: review.client_id,
    kind,
    key: `${kind} ${review_id}`,
    at: clock.now(),
  })
  await live.notify([review.professional_id], { type: 'notices' })
}

export const reviewNotices: NoticeTopicDefinition = {
  compose({ kind, other_id, other_name }, { language, role }) {
    const event = kind.slice('review.'.length) as 'ask' | 'reminder' | 'received'
    if (other_id === null || (event === 'received') !== (role === 'professional')) return undefined
    const path = event === 'received' ? '/dashboard' : `/professionals/${other_id}`
    return {
      ...titled(language, 'notices', `reviews.${event}`, { name: other_name }),
      facts: [],
      button: { label: textsIn(language, 'notices')(`reviews.${event}.button`), path },
    }
  },
  async isStillTrue(db, { kind, booking }) {
    if (kind === 'review.received' || booking === null) return kind === 'review.received'
    const { rows } = await sql`
      select from bookings where id = ${booking.id}::uuid and no_show is null and not ${isReviewedSql('bookings')}`.execute(
      db,
    )
    return rows.length > 0
  },
}
