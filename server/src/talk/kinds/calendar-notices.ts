import type { Context } from '#server/context.ts'
import { textsIn, titled } from '#server/texts.ts'
import { createNotice } from '../notices/create-notice.ts'
import type { NoticeTopicDefinition } from '../notices/notice.ts'

/**
 * The job 'notify-calendar': tells a professional that one of their calendars could not be read for a day.
 * rule: busy-times
 */
export async function notifyOfCalendar(
  { db, clock, live }: Context,
  { event_id }: { event_id: string },
): Promise<void> {
  const event = await db
    .selectFrom('events')
    .select(['subject_id', 'data'])
    .where('id', '=', event_id)
    .where('kind', '=', 'time.calendar_failed')
    .executeTakeFirst()
  if (!event) return
  const { calendar_id, label } = event.data as { calendar_id: string; label: string }
  const kind = 'booking.calendar_failed'
  await db.transaction().execute((tx) =>
    createNotice(tx, {
      userId: event.subject_id,
      kind,
      key: `${kind} ${event_id}`,
      at: clock.now(),
      data: { calendar_id, label },
    }),
  )
  await live.notify([event.subject_id], { type: 'notices' })
}

export const calendarNotices: NoticeTopicDefinition = {
  compose({ data }, { language, role }) {
    if (role !== 'professional') return undefined
    return {
      ...titled(language, 'notices', 'calendar', { label: String(data['label']) }),
      facts: [],
      button: { label: textsIn(language, 'notices')('calendar.button'), path: '/dashboard/time' },
    }
  },
  async isStillTrue(db, { data }) {
    const failed = await db
      .selectFrom('busy_calendars')
      .select('id')
      .where('id', '=', String(data['calendar_id']))
      .where('state', '=', 'failed')
      .executeTakeFirst()
    return failed !== undefined
  },
}
