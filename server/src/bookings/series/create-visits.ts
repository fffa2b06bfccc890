import { sumCents } from '#contract/bookings/booking-price.ts'
import type { Period } from '#contract/bookings/series.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { Refusal } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import { agreeOnOlderSeries } from '../agreements/make-agreement.ts'
import { replaceLinesOf } from '#server/market/offer/booking-lines.ts'
import { bufferOfAcceptance, tooClose } from '#server/calendar/free/buffer.ts'
import { isOutsideHours } from '#server/calendar/plan/hours-of-days.ts'
import { dateIn } from '#server/calendar/plan/own-date.ts'
import {
  addDays,
  nextSeriesDates,
  seriesDates,
  visitOn,
} from '#server/calendar/free/series-dates.ts'
import type { VisitInstants } from '#server/calendar/free/series-dates.ts'
import { loadTimesOf } from '#server/calendar/plan/times.ts'
import type { Times } from '#server/calendar/plan/times.ts'
import { linesOfVisit } from './series-price.ts'
import {
  bookingToShow,
  dateRow,
  noticeHoursOfSeries,
  saveDatesOf,
  saveProgress,
  seriesWithPair,
} from './series.queries.ts'
import type { DateRow, LockedSeries, Terms } from './series.queries.ts'

/** How many days ahead visits become bookings. rule: series */
const DAYS_AHEAD = 56
const MINUTE_MS = 60_000

/** The last date of the home up to which a series has bookings now. */
export function lastCreatedDate({ time_zone }: Pick<LockedSeries, 'time_zone'>, now: Date): string {
  return addDays(dateIn(time_zone, now).toString(), DAYS_AHEAD)
}

/**
 * Makes a booking of each date of an active series that has none yet, up to 56 days ahead; a date that does not fit
 * becomes a conflict. The caller holds the locks of the people, the professional and the series. Safe to repeat.
 * Tells both sides of conflicts, and returns them. rule: series
 */
export async function createVisits(tx: Db, series: LockedSeries, now: Date): Promise<string[]> {
  const conflicts = await createVisitsOf(tx, [series], now)
  return conflicts.get(series.id) ?? []
}

/** A date of a series that is due, and what becomes of it. */
type DueDate = {
  series: LockedSeries
  date: string
  terms: Terms
  row: DateRow | undefined
  visit: VisitInstants
  outcome: 'booked' | 'conflict' | 'paused' | 'open'
  bufferMinutes: number
}

/**
 * Makes the visits of several series at once as `createVisits` does, also of several professionals, in a number of
 * statements that does not grow with theirs. Returns the conflicts of each series by its id.
 */
export async function createVisitsOf(
  tx: Db,
  all: readonly LockedSeries[],
  now: Date,
): Promise<Map<string, string[]>> {
  const rooms = await roomsOf(tx, all, now)
  const dates = all.flatMap((series) => dueDates(series, rooms.get(series.id)!, now))
  await refuseTaken(tx, dates)
  const of = (outcome: DueDate['outcome']) => dates.filter((due) => due.outcome === outcome)

  const visits = of('booked')
  if (visits.length > 0) {
    const values = visits.map((due) =>
      bookingOf(due, rooms.get(due.series.id)!.noticeHours, due.bufferMinutes, now),
    )
    await insertVisits(tx, values, now)
  }
  const settled = dates.filter(({ outcome }) => outcome !== 'open')
  await saveDatesOf(
    tx,
    settled.map(({ series, date, outcome, row }) => ({
      seriesId: series.id,
      ...dateRow(date, outcome as Exclude<typeof outcome, 'open'>),
      // A booking stores its own time. A date without one keeps the time at which it is tried again.
      ...(row && outcome !== 'booked'
        ? { movedDate: row.movedDate, movedTime: row.movedTime }
        : {}),
    })),
  )
  const conflicts = new Map<string, string[]>()
  const progress: Parameters<typeof saveProgress>[1][number][] = []
  for (const series of all) {
    const own = dates.filter((due) => due.series === series)
    const datesOf = (which: DueDate['outcome']) =>
      own.filter(({ outcome }) => outcome === which).map(({ date }) => date)
    const [conflicting, [open]] = [datesOf('conflict'), datesOf('open')]
    const { mayCreate } = rooms.get(series.id)!
    const after = addDays(lastCreatedDate(series, now), 1)
    const next_date = open ?? nextSeriesDates(series, after, 1)[0]?.date ?? null
    const isStopped = !mayCreate && conflicting.length > 0
    const told_stopped = isStopped || (!mayCreate && series.told_stopped)
    progress.push({ id: series.id, next_date, told_stopped })
    conflicts.set(series.id, conflicting)
    // While no visits are made both sides are notified of the first date alone.
    if (!(isStopped && series.told_stopped)) {
      await notifyOfConflicts(tx, series, conflicting, now, isStopped)
    }
  }
  await saveProgress(tx, progress)
  return conflicts
}

/** The dates without a booking up to 56 days ahead. Whether other visits leave them free is not known here. */
function dueDates(series: LockedSeries, room: Room, now: Date): DueDate[] {
  const rows = new Map(series.dates.map((row) => [row.date, row]))
  const last = lastCreatedDate(series, now)
  const dates =
    series.next_date === null ? [] : seriesDates(series, { from: series.next_date, to: last })
  return dates.flatMap(({ date, terms }) => {
    const row = rows.get(date)
    if (row && row.status !== 'planned') return []
    const visit = plannedVisit(series, { date, terms }, row)
    const outcome = () => {
      if (isPaused(series, visit.date)) return 'paused'
      if (visit.startsAt <= +now) return 'conflict'
      if (!room.mayCreate) return 'open'
      return isOff(visit, room) ? 'conflict' : 'booked'
    }
    const { bufferMinutes } = room.times.rules
    return [{ series, date, terms, row, visit, outcome: outcome(), bufferMinutes }]
  })
}

/** Turns visits into conflicts that are too close to an accepted visit, or to one before them in the list. */
async function refuseTaken(tx: Db, dates: readonly DueDate[]): Promise<void> {
  const wanted = dates.filter(({ outcome }) => outcome === 'booked')
  const taken = await tooClose(
    tx,
    wanted.map(({ series, visit }) => ({
      professional_id: series.professional_id,
      starts_at: new Date(visit.startsAt),
      ends_at: new Date(visit.endsAt),
    })),
  )
  for (const own of Map.groupBy(wanted, ({ series }) => series.professional_id).values()) {
    const kept: DueDate[] = []
    for (const due of own) {
      const gapMs = due.bufferMinutes * MINUTE_MS
      const isClose = kept.some(
        ({ visit }) =>
          due.visit.startsAt < visit.endsAt + gapMs && visit.startsAt < due.visit.endsAt + gapMs,
      )
      if (isClose || taken.has(wanted.indexOf(due))) due.outcome = 'conflict'
      else kept.push(due)
    }
  }
}

/**
 * Tells both sides, once, of all dates of one run that do not fit. `stopped`: because no visits are made now.
 * rule: series, series-notices
 */
export async function notifyOfConflicts(
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

/** Whether a day lies in a pause. A visit that was moved counts on the day on which it is now. rule: series-breaks */
export function isPaused({ pauses }: Pick<LockedSeries, 'pauses'>, day: string): boolean {
  return pauses.some((pause) => isInPeriod(pause, day))
}

export function isInPeriod({ from_date, to_date }: Period, day: string): boolean {
  return from_date <= day && day <= to_date
}

/** The pauses that are not over. */
export function pausesAhead(
  { pauses, time_zone }: Pick<LockedSeries, 'pauses' | 'time_zone'>,
  now: Date,
): Period[] {
  const today = dateIn(time_zone, now).toString()
  return pauses.filter(({ to_date }) => to_date >= today)
}

/**
 * The facts that decide whether a visit of a series fits now. `noticeHours`: as both sides agreed on.
 * rule: cancellation
 */
export type Room = { mayCreate: boolean; times: Times; noticeHours: number }

export async function roomOf(tx: Db, series: LockedSeries, now: Date): Promise<Room> {
  return (await roomsOf(tx, [series], now)).get(series.id)!
}

/** The room of each series, by its id. */
async function roomsOf(
  tx: Db,
  all: readonly LockedSeries[],
  now: Date,
): Promise<Map<string, Room>> {
  const mayCreate = await seriesWithPair(tx, all)
  const ids = [...new Set(all.map(({ professional_id }) => professional_id))]
  const notices = await noticeHoursOfSeries(
    tx,
    all.map(({ request_id }) => request_id),
  )
  const times = new Map((await loadTimesOf(tx, ids, now)).map((own) => [own.id, own]))
  return new Map(
    all.map(({ id, professional_id, request_id }) => [
      id,
      {
        mayCreate: mayCreate.has(id),
        times: times.get(professional_id)!,
        noticeHours: notices.get(request_id)!,
      },
    ]),
  )
}

/** Whether a visit falls on a day off. Without a plan only whole days off count. */
function isOff({ startsAt, endsAt }: VisitInstants, { times }: Room): boolean {
  return isOutsideHours({ ...times, plan: null }, { startsAt, endsAt })
}

/**
 * The pause that a visit would keep, if it fits: no other accepted visit is too close, and the day is not off.
 * Undefined if it does not. `id`: the booking that would have this time.
 */
export async function bufferIfFree(
  tx: Db,
  { professional_id }: Pick<LockedSeries, 'professional_id'>,
  visit: VisitInstants,
  room: Room,
  id = NO_ID,
): Promise<number | undefined> {
  if (isOff(visit, room)) return undefined
  const [starts_at, ends_at] = [new Date(visit.startsAt), new Date(visit.endsAt)]
  try {
    return await bufferOfAcceptance(tx, { id, professional_id, starts_at, ends_at })
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
  const buffer = await bufferIfFree(tx, series, visit, room)
  if (buffer === undefined) return false
  const values = bookingOf({ series, date, terms, visit }, room.noticeHours, buffer, now)
  await insertVisits(tx, [values], now)
  return true
}

/** Writes accepted visits with their lines and events. */
async function insertVisits(
  tx: Db,
  visits: readonly ReturnType<typeof bookingOf>[],
  now: Date,
): Promise<void> {
  const written = await tx
    .insertInto('bookings')
    .values(visits.map(({ lines: _lines, ...row }) => row))
    .returning(ACCEPTED)
    .execute()
  // A booking that is written without lines already has one of labour. rule: price-lines
  await replaceLinesOf(
    tx,
    visits
      .filter(({ lines }) => lines.length > 1)
      .map(({ lines, series_id, series_date }) => ({
        bookingId: written.find(
          (one) => one.series_id === series_id && one.series_date === series_date,
        )!.id,
        lines,
      })),
  )
  await recordAccepted(tx, written, now)
  const seriesIds = [...new Set(visits.map(({ series_id }) => series_id))]
  await agreeOnOlderSeries(tx, seriesIds, now)
}

/** An accepted visit of a series: its row, and the lines of its price. */
function bookingOf(
  { series, date, terms, visit }: Pick<DueDate, 'series' | 'date' | 'terms' | 'visit'>,
  notice_hours: number,
  buffer_minutes: number,
  now: Date,
) {
  const starts_at = new Date(visit.startsAt)
  const lines = linesOfVisit(series, terms)
  return {
    lines,
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
    ...copyOfSeries(series),
    estimated_hours: terms.hours,
    hourly_rate_cents: terms.rateCents,
    total_cents: sumCents(lines),
    supplies: series.supplies,
    minimum_hours: series.minimum_hours,
    created_at: now,
    expires_at: starts_at,
    notice_hours,
    buffer_minutes,
    sequence: 1,
    series_id: series.id,
    series_date: date,
  }
}

const ACCEPTED = ['id', 'professional_id', 'series_id', 'series_date'] as const

async function recordAccepted(
  tx: Db,
  bookings: readonly { id: string; professional_id: string; series_id: string | null }[],
  now: Date,
): Promise<void> {
  await tx
    .insertInto('events')
    .values(
      bookings.map(({ id, professional_id, series_id }) => ({
        kind: 'booking.accepted',
        subject_id: id,
        actor_id: professional_id,
        at: now,
        data: JSON.stringify({ series_id }),
      })),
    )
    .execute()
}

/** The home of a series, for a new visit. rule: home-of-booking */
function copyOfSeries({ home_id, home_facts, home_rooms, home_parking }: LockedSeries) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return { home_id, home_facts: json(home_facts), home_rooms: json(home_rooms), home_parking }
}
