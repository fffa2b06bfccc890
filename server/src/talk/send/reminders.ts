import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { runEachDue } from '#server/queue/run-batches.ts'
import { textsIn, titled } from '#server/texts.ts'
import { agreementToAsk } from '#server/bookings/agreements/agreements.ts'
import { dateIn } from '#server/calendar/plan/own-date.ts'
import { bookingButton, bookingFacts, timeAtHome } from '../kinds/booking-notices.ts'
import { createNotice } from '../notices/create-notice.ts'
import type { Notice, NoticeText, NoticeTopicDefinition, Reader } from '../notices/notice.ts'
import type { BookingFacts } from '../notices/notice-data.ts'

const BATCH_SIZE = 1000
const HOUR_MS = 3_600_000

/**
 * The job 'remind-of-visits', run every minute: reminds both sides of accepted visits, and before that the client of a
 * visit of a series. It searches for reminders that are due now. So a cancelled visit leaves no job behind, and a
 * server that was down catches up. A visit whose reminder fails does not stop the others. Safe to repeat.
 * rule: visit-reminders
 */
export async function remindOfVisits(
  context: Context,
  _payload?: unknown,
  size = BATCH_SIZE,
): Promise<void> {
  const at = context.clock.now()
  for (const listDue of [listDueReminders, listDueSeriesReminders]) {
    await runEachDue(context, {
      list: async (tried) => listDue(context.db, { now: at, tried, size }),
      size,
      keyOf: ({ kind, id }) => `${kind} ${id}`,
      work: async (visit) => remindOf(context, visit, at),
      failed: 'the reminder of a visit has to wait',
    })
  }
}

async function remindOf({ db, live }: Context, visit: DueReminder, at: Date): Promise<void> {
  const { id: bookingId, kind, client_id, professional_id } = visit
  // That of a series is sent days before: it waits for the morning.
  const isOfSeries = kind === 'reminder.series'
  const reminder = { bookingId, kind, at, urgent: !isOfSeries }
  const sides = [
    [client_id, professional_id],
    [professional_id, client_id],
  ] as const
  await db.transaction().execute(async (tx) => {
    for (const [userId, otherId] of isOfSeries ? sides.slice(0, 1) : sides) {
      const key = `${kind} ${bookingId} ${+visit.starts_at} ${userId}`
      const side = userId === client_id ? 'client' : 'professional'
      const agreement = isOfSeries ? null : await agreementToAsk(tx, bookingId, side)
      const asked = agreement !== null && !(await isAsked(tx, userId, agreement))
      const data: Notice['data'] = asked ? { agreement } : {}
      await createNotice(tx, { ...reminder, userId, otherId, key, data })
    }
  })
  await live.notify([client_id, professional_id], { type: 'notices' })
}

/** Whether an earlier reminder asked this person to agree to that version. rule: work-agreement */
async function isAsked(db: Db, userId: string, agreementId: string): Promise<boolean> {
  const { rows } = await sql`select from notices
    where user_id = ${userId}::uuid and data ->> 'agreement' = ${agreementId} limit 1`.execute(db)
  return rows.length > 0
}

type DueReminder = {
  id: string
  kind: 'reminder.day' | 'reminder.hours' | 'reminder.series'
  client_id: string
  professional_id: string
  starts_at: Date
}

type DueBatch = {
  now: Date
  /** The kinds and ids of the reminders that this run has had. */
  tried: readonly string[]
  size: number
}

/** A day is a calendar day of the home, so it has 23 to 25 hours. */
async function listDueReminders(db: Db, { now, tried, size }: DueBatch): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select id, reminder.kind, client_id, professional_id, starts_at
    from bookings, lateral (values
      ('reminder.day', (starts_at at time zone time_zone - interval '1 day') at time zone time_zone,
        starts_at - interval '2 hours'),
      ('reminder.hours', starts_at - interval '2 hours', starts_at)
    ) as reminder (kind, due, until)
    where status = 'accepted' and ends_at > ${now}::timestamptz
      and starts_at between ${now}::timestamptz and ${now}::timestamptz + interval '25 hours'
      and due <= ${now}::timestamptz and ${now}::timestamptz < until and ${AGREED_AT} <= due
      and not ${isRemindedSql(sql.ref('reminder.kind'))}
      and reminder.kind || ' ' || id <> all(${tried}::text[])
    order by starts_at limit ${size}`.execute(db)
  return rows
}

/**
 * Visits of series are announced before a skip is late: 24 hours more than the notice of their professional, at least
 * 48 hours before. A day later it is too late for it. A visit whose series has ended cannot be skipped. Hours are
 * whole, so each number of them has one range of the index.
 * rule: visit-reminders
 */
async function listDueSeriesReminders(
  db: Db,
  { now, tried, size }: DueBatch,
): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select id, 'reminder.series' as kind, client_id, professional_id, starts_at
    from generate_series(0, ${NOTICE_HOURS_MAX}) as hours_before cross join lateral (
      select * from bookings
      where status = 'accepted' and series_id is not null and notice_hours = hours_before
        and exists (select from series where series.id = series_id and series.status = 'active')
        and starts_at > ${now}::timestamptz + make_interval(hours => greatest(hours_before, 24))
        and starts_at <= ${now}::timestamptz + make_interval(hours => greatest(hours_before + 24, 48))
    ) as bookings
    where ${AGREED_AT} <= starts_at - make_interval(hours => greatest(hours_before + 24, 48))
      and not ${isRemindedSql(sql.lit('reminder.series'))}
      and 'reminder.series ' || id <> all(${tried}::text[])
    order by starts_at limit ${size}`.execute(db)
  return rows
}

const NOTICE_HOURS_MAX = 336

/** When the visit got its present time. */
const AGREED_AT = sql`greatest(answered_at, moved_at,
  case when instant or series_id is not null or reclean_of is not null then created_at end)`

/** Whether the client's notice of this kind exists for the present time of a visit. The key is that of `remindOf`. */
function isRemindedSql(kind: RawBuilder<unknown>) {
  return sql`exists (
    select from notices where key = format('%s %s %s %s', ${kind}, bookings.id, ${START_EPOCH_MS}, client_id))`
}

const START_EPOCH_MS = sql.raw('(extract(epoch from starts_at) * 1000)::bigint')

export const reminderNotices: NoticeTopicDefinition = {
  compose({ kind, booking, other_name, asks_agreement: asksAgreement }, reader, now) {
    if (!booking) return undefined
    if (kind === 'reminder.series') return composeSeriesReminder(booking, other_name, reader)
    const event = kind === 'reminder.day' ? 'day' : 'hours'
    const name = other_name ?? ''
    const { language, role } = reader
    const isEarly = booking.status === 'accepted' && isStill(event, booking, now)
    const { title, sentence } = isEarly
      ? titled(language, 'bookings', `reminders.${event}.${role}`, { name })
      : titled(language, 'bookings', `reminders.late.${role}`, {
          name,
          when: timeAtHome(booking.starts_at, booking, reader),
        })
    const t = textsIn(language, 'bookings')
    const asks = isEarly && asksAgreement ? ` ${t('reminders.agreement')}` : ''
    return {
      title,
      sentence: `${sentence}${asks}`,
      facts: bookingFacts(booking, reader),
      button: bookingButton(booking, reader),
    }
  },
  isStillTrue: (_db, { booking }) => booking?.status === 'accepted',
}

/** Whether the visit is tomorrow by the clock of the home, or in about two hours. rule: visit-reminders */
function isStill(
  event: 'day' | 'hours',
  { starts_at, time_zone }: Pick<BookingFacts, 'starts_at' | 'time_zone'>,
  now: Date,
): boolean {
  if (event === 'hours') return Math.abs(+starts_at - +now - 2 * HOUR_MS) <= HOUR_MS / 2
  return dateIn(time_zone, now).add({ days: 1 }).equals(dateIn(time_zone, starts_at))
}

function composeSeriesReminder(
  booking: BookingFacts,
  name: string | null,
  reader: Pick<Reader, 'role' | 'language'>,
): NoticeText | undefined {
  if (reader.role !== 'client') return undefined
  const when = timeAtHome(booking.starts_at, booking, reader)
  return {
    ...titled(reader.language, 'bookings', 'reminders.series', { name, when }),
    facts: bookingFacts(booking, reader),
    button: bookingButton(booking, reader),
    skippable: booking,
  }
}
