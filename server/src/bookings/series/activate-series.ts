import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { enqueue } from '#server/queue/queue.ts'
import { makeAgreement } from '../agreements/make-agreement.ts'
import { addDays } from '#server/calendar/free/series-dates.ts'
import { dayOfDate } from '#server/calendar/plan/zone-clock.ts'
import { createVisits } from './create-visits.ts'
import { dateRow, lockSeriesRow, saveDates } from './series.queries.ts'

/** The first visit of a series that its professional accepts, perhaps at another time than the client asked for. */
type FirstVisit = { id: string; movedTo: { date: string; time: string } | null }

/**
 * The first visit was accepted: makes the series active and books its dates up to 56 days ahead, or ends it
 * (`first_only`). If a proposal moved the first visit, all dates move with it. Does nothing for a booking without a
 * series. The caller holds the locks of the people, the professional and the booking. Returns whether it did something.
 * rule: series-request
 */
export async function acceptSeries(
  tx: Db,
  { series_id, professional_id }: { series_id: string | null; professional_id: string },
  first: FirstVisit,
  { which, by }: { which: 'all' | 'first_only'; by: string },
  now: Date,
): Promise<boolean> {
  const series = series_id === null ? undefined : await lockSeriesRow(tx, series_id, now)
  if (series?.status !== 'requested') return false
  if (which === 'first_only') {
    await tx
      .updateTable('series')
      .set({ status: 'ended', next_date: null })
      .where('id', '=', series.id)
      .execute()
    return false
  }
  if (first.movedTo) {
    const { firstDate } = series.terms[0]!
    await moveRequestedDates(tx, { id: series.id, firstDate }, first.id, first.movedTo)
  }
  const made = { because: 'accepted', by, at: now } as const
  await makeAgreement(tx, { seriesId: series.id, shownId: first.id }, made)
  await tx.updateTable('series').set({ status: 'active' }).where('id', '=', series.id).execute()
  await createVisits(tx, (await lockSeriesRow(tx, series.id, now))!, now)
  const event_id = await recordEvent(tx, {
    kind: 'series.started',
    subjectId: series.id,
    actorId: by,
    at: now,
    data: { booking_id: first.id, by_professional: by === professional_id },
  })
  await enqueue(tx, 'notify-booking', { event_id })
  return true
}

/**
 * The series takes the weekday and the time of its first visit; dates to skip stay in their order. rule: series-request
 */
async function moveRequestedDates(
  tx: Db,
  { id: seriesId, firstDate }: { id: string; firstDate: string },
  bookingId: string,
  { date, time }: { date: string; time: string },
): Promise<void> {
  const days = dayOfDate(date) - dayOfDate(firstDate)
  const dates = await tx
    .deleteFrom('series_visits')
    .where('series_id', '=', seriesId)
    .returning(['date', 'status'])
    .execute()
  await saveDates(
    tx,
    seriesId,
    dates
      .filter(({ status }) => status !== 'planned')
      .map((row) =>
        row.status === 'booked'
          ? dateRow(date, 'booked')
          : dateRow(addDays(row.date, days), 'skipped', 'client'),
      ),
  )
  await tx
    .updateTable('series_terms')
    .set({ from_date: date, first_date: date, booking_time: time })
    .where('series_id', '=', seriesId)
    .execute()
  await tx.updateTable('series').set({ next_date: date }).where('id', '=', seriesId).execute()
  await tx.updateTable('bookings').set({ series_date: date }).where('id', '=', bookingId).execute()
}
