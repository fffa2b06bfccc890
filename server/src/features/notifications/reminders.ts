import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { bookingButton, bookingFacts } from './booking-notices.ts'
import { createNotice } from './create-notice.ts'
import type { NoticeTopicDefinition } from './notice.ts'
import { REMINDER_TEXTS } from './reminder-texts.ts'

/**
 * The job 'remind-of-visits', run every minute: reminds both sides of accepted visits. It searches for reminders that
 * are due now. So a cancelled visit leaves no job behind, and a server that was down catches up. A visit whose reminder
 * fails does not stop the others. Safe to repeat. rule: visit-reminders
 */
export async function remindOfVisits(context: Context): Promise<void> {
  const at = context.clock.now()
  for (const visit of await listDueReminders(context.db, at)) {
    try {
      await remindOf(context, visit, at)
    } catch (error) {
      context.log.error({ err: error, booking: visit.id }, 'the reminder of a visit has to wait')
    }
  }
}

async function remindOf({ db, live }: Context, visit: DueReminder, at: Date): Promise<void> {
  const { id: bookingId, kind, client_id, professional_id } = visit
  const reminder = { bookingId, kind, at, urgent: true }
  await db.transaction().execute(async (tx) => {
    for (const [userId, otherId] of [
      [client_id, professional_id],
      [professional_id, client_id],
    ] as const) {
      const key = `${kind} ${bookingId} ${+visit.starts_at} ${userId}`
      await createNotice(tx, { ...reminder, userId, otherId, key })
    }
  })
  await live.notify([client_id, professional_id], { type: 'notices' })
}

type DueReminder = {
  id: string
  kind: 'reminder.day' | 'reminder.hours'
  client_id: string
  professional_id: string
  starts_at: Date
}

/** A day is a calendar day of the home, so it has 23 to 25 hours. */
async function listDueReminders(db: Db, now: Date): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select id, reminder.kind, client_id, professional_id, starts_at
    from bookings, lateral (values
      ('reminder.day', (starts_at at time zone time_zone - interval '1 day') at time zone time_zone,
        starts_at - interval '2 hours'),
      ('reminder.hours', starts_at - interval '2 hours', starts_at)
    ) as reminder (kind, due, until)
    where status = 'accepted' and ends_at > ${now}::timestamptz
      and starts_at between ${now}::timestamptz and ${now}::timestamptz + interval '25 hours'
      and due <= ${now}::timestamptz and ${now}::timestamptz < until and greatest(answered_at, moved_at, case when instant or series_id is not null then created_at end) <= due
      and not exists (
        select from notices where key = format('%s %s %s %s', reminder.kind, bookings.id, ${START_EPOCH_MS}, client_id))
    order by starts_at limit 1000`.execute(db)
  return rows
}

const START_EPOCH_MS = sql.raw('(extract(epoch from starts_at) * 1000)::bigint')

export const reminderNotices: NoticeTopicDefinition = {
  compose({ kind, booking, other_name }, reader) {
    if (!booking) return undefined
    const event = kind === 'reminder.day' ? 'day' : 'hours'
    return {
      ...REMINDER_TEXTS[reader.language][event][reader.role](other_name ?? ''),
      facts: bookingFacts(booking, reader),
      button: bookingButton(booking, reader),
    }
  },
  isStillTrue: (_db, { booking }) => booking?.status === 'accepted',
}
