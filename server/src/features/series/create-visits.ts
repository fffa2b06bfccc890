import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { Refusal } from '#server/http/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import { isReachable } from '../billing/subscription.ts'
import { bufferOfAcceptance } from '../time/buffer.ts'
import { isOutsideHours } from '../time/hours-of-days.ts'
import { noticeHoursOf } from '../time/notice-hours.ts'
import { dateIn } from '../time/own-date.ts'
import { addDays, nextSeriesDates, seriesDates, visitOn } from '../time/series-dates.ts'
import type { VisitInstants } from '../time/series-dates.ts'
import { loadTimes } from '../time/times.ts'
import type { Times } from '../time/times.ts'
import { bookingToShow, dateRow, pairState, saveDates } from './series.queries.ts'
import type { DateRow, LockedSeries, Terms } from './series.queries.ts'

/** Visits up to so many days ahead become bookings. rule: series-visits */
const DAYS_AHEAD = 56

/** The last date of the home up to which a series has bookings now. */
export function lastCreatedDate({ time_zone }: Pick<LockedSeries, 'time_zone'>, now: Date): string {
  return addDays(dateIn(time_zone, now).toString(), DAYS_AHEAD)
}

/**
 * Makes a booking of each date of an active series that has none yet, up to 56 days ahead; a date that does not fit
 * becomes a conflict. The caller holds the locks of the people, the professional and the series. Safe to repeat.
 * Tells both sides of conflicts, and returns them. rule: series-visits, series-date-once
 */
export async function createVisits(tx: Db, series: LockedSeries, now: Date): Promise<string[]> {
  const last = lastCreatedDate(series, now)
  const rows = new Map(series.dates.map((row) => [row.date, row]))
  const due =
    series.next_date === null ? [] : seriesDates(series, { from: series.next_date, to: last })
  const room = await roomOf(tx, series, now)
  let open: string | undefined
  const settled: DateRow[] = []
  const conflicts: string[] = []
  for (const { date, terms } of due) {
    const row = rows.get(date)
    if (row && row.status !== 'planned') continue
    const visit = plannedVisit(series, { date, terms }, row)
    if (isPaused(series, date)) settled.push(dateRow(date, 'paused'))
    else if (visit.startsAt > +now && !room.mayCreate) open ??= date
    else if (
      visit.startsAt > +now &&
      (await createVisit(tx, series, { date, terms, visit }, room, now))
    ) {
      settled.push(dateRow(date, 'booked'))
    } else {
      settled.push(dateRow(date, 'conflict'))
      conflicts.push(date)
    }
  }
  await saveDates(tx, series.id, settled)
  const next_date = open ?? nextSeriesDates(series, addDays(last, 1), 1)[0]?.date ?? null
  const isStopped = !room.mayCreate && conflicts.length > 0
  const told_stopped = isStopped || (!room.mayCreate && series.told_stopped)
  if (next_date !== series.next_date || told_stopped !== series.told_stopped) {
    const changed = { next_date, told_stopped }
    await tx.updateTable('series').set(changed).where('id', '=', series.id).execute()
  }
  // While no visits are made both sides hear of the first date alone.
  if (!(isStopped && series.told_stopped))
    await tellConflicts(tx, series, conflicts, now, isStopped)
  return conflicts
}

/**
 * Both sides are told once of all dates of one run that do not fit. `stopped`: because no visits are made now.
 * rule: series-visits, series-notices
 */
export async function tellConflicts(
  tx: Db,
  { id }: LockedSeries,
  dates: readonly string[],
  now: Date,
  stopped = false,
): Promise<void> {
  if (dates.length === 0) return
  const event_id = await recordEvent(tx, {
    kind: 'series.conflict',
    subjectId: id,
    actorId: null,
    at: now,
    data: { booking_id: await bookingToShow(tx, id, now), dates: dates.join(','), stopped },
  })
  await enqueue(tx, 'notify-booking', { event_id })
}

/** When the visit of a date is, unless it has a booking. */
export function plannedVisit(
  { time_zone }: Pick<LockedSeries, 'time_zone'>,
  { date, terms }: { date: string; terms: Terms },
  row: DateRow | undefined,
): VisitInstants {
  const wall = {
    date: row?.movedDate ?? date,
    time: row?.movedTime ?? terms.time,
    hours: terms.hours,
  }
  return visitOn(wall, time_zone)
}

export function isPaused({ paused_from, paused_to }: LockedSeries, date: string): boolean {
  return paused_from !== null && paused_from <= date && date <= paused_to!
}

/** What decides whether a visit of a series fits now. */
export type Room = { mayCreate: boolean; times: Times; noticeHours: number }

export async function roomOf(tx: Db, series: LockedSeries, now: Date): Promise<Room> {
  const { blocked } = await pairState(tx, series)
  return {
    mayCreate: !blocked && (await isReachable(tx, series.professional_id)),
    times: (await loadTimes(tx, series.professional_id, now))!,
    noticeHours: await noticeHoursOf(tx, series.professional_id),
  }
}

/**
 * The pause that a visit would keep, if it fits: no other accepted visit is too close, and the day is not off.
 * Undefined if it does not. `id`: the booking that would have this time.
 */
export async function bufferIfFree(
  tx: Db,
  { professional_id }: Pick<LockedSeries, 'professional_id'>,
  { startsAt, endsAt }: VisitInstants,
  { times }: Room,
  id = NO_ID,
): Promise<number | undefined> {
  // Without a plan only whole days off count.
  if (isOutsideHours({ ...times, plan: null }, { startsAt, endsAt })) return undefined
  const visit = { id, professional_id, starts_at: new Date(startsAt), ends_at: new Date(endsAt) }
  try {
    return await bufferOfAcceptance(tx, visit)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Returns false, and writes nothing, if the visit does not fit. */
export async function createVisit(
  tx: Db,
  series: LockedSeries,
  { date, terms, visit }: { date: string; terms: Terms; visit: VisitInstants },
  room: Room,
  now: Date,
): Promise<boolean> {
  const buffer_minutes = await bufferIfFree(tx, series, visit, room)
  if (buffer_minutes === undefined) return false
  const starts_at = new Date(visit.startsAt)
  const { id } = await tx
    .insertInto('bookings')
    .values({
      client_id: series.client_id,
      professional_id: series.professional_id,
      status: 'accepted',
      service_type: series.service_type,
      cleaning_frequency: terms.frequency,
      booking_date: visit.date,
      booking_time: visit.time,
      time_zone: series.time_zone,
      starts_at,
      ends_at: new Date(visit.endsAt),
      address: series.address,
      city: series.city,
      state: series.state,
      zip_code: series.zip_code,
      notes: series.notes,
      estimated_hours: terms.hours,
      hourly_rate_cents: terms.rateCents,
      total_cents: terms.rateCents * terms.hours,
      created_at: now,
      expires_at: starts_at,
      notice_hours: room.noticeHours,
      buffer_minutes,
      sequence: 1,
      series_id: series.id,
      series_date: date,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordEvent(tx, {
    kind: 'booking.accepted',
    subjectId: id,
    actorId: series.professional_id,
    at: now,
    data: { series_id: series.id },
  })
  return true
}
