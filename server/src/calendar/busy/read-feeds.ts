import { CALENDAR_BYTES_MAX } from '#contract/calendar/time-rules.ts'
import type { Context } from '#server/context.ts'
import { recordEvent } from '#server/events/record.ts'
import { fetchFeed } from '#server/outside/calendars/fetch-feed.ts'
import { enqueue } from '#server/queue/queue.ts'
import { lockPeople } from '#server/people/person/lock-people.ts'
import { feedById, lockCalendar, replaceBusyTimes, takeDueFeeds } from './busy-calendars.queries.ts'
import type { CalendarResult } from '#server/outside/calendars/calendars.ts'
import { unsealAddress } from './feed-secret.ts'
import { lockAcceptances } from '../free/lock-acceptances.ts'
import { factsOf, readBusyTimes, rowsOf } from './read-busy-times.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The job never begins at quite the same second of a minute: a feed must not wait for its next run. */
const DUE_AFTER_MS = HOUR_MS - 60_000
const BATCH_SIZE = 500
/** Feeds that are read at the same time: most of the time of each is waiting for its server. */
const READ_AT_ONCE = 10

type Feed = {
  id: string
  professional_id: string
  address_sealed: Buffer | null
  key_id: string | null
  time_zone: string | null
}

/** The job 'read-calendar': reads a new feed. rule: busy-times */
export async function readNewFeed(
  context: Context,
  { calendar_id }: { calendar_id: string },
): Promise<void> {
  const feed = await feedById(context.db, calendar_id)
  if (feed) await readFeed(context, feed)
}

/** The job 'read-calendars': reads every feed whose last reading is an hour old. rule: busy-times */
export async function readDueFeeds(context: Context): Promise<void> {
  const now = context.clock.now()
  const dueBefore = new Date(now.getTime() - DUE_AFTER_MS)
  for (;;) {
    const due = await takeDueFeeds(context.db, now, dueBefore, BATCH_SIZE)
    const waiting = [...due]
    const readNext = async () => {
      for (let feed = waiting.shift(); feed; feed = waiting.shift()) {
        const { id } = feed
        await readFeed(context, feed).catch((error: unknown) =>
          context.log.error({ err: error, calendar: id }, 'feed could not be read'),
        )
      }
    }
    await Promise.all(Array.from({ length: READ_AT_ONCE }, readNext))
    if (due.length < BATCH_SIZE) return
  }
}

type Read = CalendarResult | { problem: 'unreachable' | 'refused' }

/**
 * Reads a feed and stores its busy times. A failed reading keeps the last ones; after 24 hours of failures the
 * professional is told once. rule: busy-times
 */
export async function readFeed(context: Context, feed: Feed): Promise<void> {
  const { id, professional_id: professionalId, address_sealed, key_id } = feed
  if (address_sealed === null || key_id === null) return
  const now = context.clock.now()
  const address = unsealAddress(context.verificationKeys, id, { address_sealed, key_id })
  const fetched = await fetchFeed(address, {
    testOrigin: context.config.calendarTestOrigin,
    hosts: context.config.calendarHosts,
    bytesMax: CALENDAR_BYTES_MAX,
  })
  const read: Read =
    'bytes' in fetched
      ? await readBusyTimes(context, professionalId, fetched.bytes, feed.time_zone)
      : fetched
  await context.db.transaction().execute(async (tx) => {
    if (!(await lockPeople(tx, professionalId)).has(professionalId)) return
    await lockAcceptances(tx, professionalId)
    const calendar = await lockCalendar(tx, professionalId, id)
    // Somebody removed it, or a reading that began later has ended already.
    if (!calendar || (calendar.tried_at && calendar.tried_at > now)) return
    // The zone was chosen meanwhile, and with it another reading.
    if (calendar.time_zone !== feed.time_zone) return
    const update = tx.updateTable('busy_calendars').where('id', '=', id)
    if ('intervals' in read) {
      const good = { state: 'ok', problem: null, failing_since: null, told: false } as const
      await update.set({ ...good, ...factsOf(read), read_at: now, tried_at: now }).execute()
      await replaceBusyTimes(tx, professionalId, id, rowsOf(context, id, read))
      return
    }
    const since = calendar.failing_since ?? now
    const isLong = now.getTime() - since.getTime() >= DAY_MS
    await update
      .set({
        state: 'failed',
        problem: read.problem,
        failing_since: since,
        tried_at: now,
        told: calendar.told || isLong,
      })
      .execute()
    if (!isLong || calendar.told) return
    const kind = 'time.calendar_failed'
    const data = { calendar_id: id, label: calendar.label }
    const event_id = await recordEvent(tx, {
      kind,
      subjectId: professionalId,
      actorId: null,
      at: now,
      data,
    })
    await enqueue(tx, 'notify-calendar', { event_id })
  })
}
