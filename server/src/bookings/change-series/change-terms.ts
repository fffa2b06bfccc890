import { sumCents } from '#contract/bookings/booking-price.ts'
import { linesAtRate } from '#contract/bookings/change-price.ts'
import type { Db } from '#server/db/db.ts'
import type { OutsideReason } from '#contract/calendar/slots.ts'
import type { Context } from '#server/context.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { rescheduleVisit } from '../moves/booking-moves.ts'
import { expireOpenChange } from '../agreements/changes.ts'
import { makeAgreement } from '../agreements/make-agreement.ts'
import { replaceLines, replaceLinesOf } from '#server/market/offer/booking-lines.ts'
import { nextSeriesDates, seriesDates } from '#server/calendar/free/series-dates.ts'
import { checkVisit } from '#server/calendar/free/visit-check.ts'
import {
  bufferIfFree,
  createVisits,
  isPaused,
  lastCreatedDate,
  plannedVisit,
  roomOf,
  notifyOfConflicts,
} from '../series/create-visits.ts'
import type { Room } from '../series/create-visits.ts'
import { linesOfVisit } from '../series/series-price.ts'
import { cancelVisits } from './series-commands.ts'
import {
  bookingToShow,
  dateRow,
  deleteDates,
  lockComingVisits,
  lockSeriesRow,
  pricesOfVisits,
  saveDates,
} from '../series/series.queries.ts'
import type { ComingVisit, DateRow, LockedSeries, Terms } from '../series/series.queries.ts'
import type { NewTerms } from './terms-of-change.ts'

/** Skipped dates up to this one are known. */
const LAST_DATE = '9999-12-31'

/**
 * Changes a series from a date on. The bookings from there on move in order to the new dates that have room for one,
 * and keep their ids. Those left over are cancelled, never late. One that does not fit makes its date a conflict.
 * Another rate alone moves none. The caller holds the locks of the people, the professional and the series. Returns the
 * visits that it moved or cancelled, as they were. rule: series-changes
 */
export async function changeTerms(
  context: Context,
  tx: Db,
  actor: Side,
  series: LockedSeries,
  { from, terms, isRateAlone }: NewTerms,
  now: Date,
): Promise<ComingVisit[]> {
  const visits = await lockComingVisits(tx, series.id, now, from)
  const changed = {
    ...series,
    terms: [...series.terms.filter(({ fromDate }) => fromDate < from), ...terms],
  }
  await saveTerms(tx, series.id, from, terms)
  if (isRateAlone) await repriceVisits(tx, visits, terms)
  else {
    const moved = await moveToNewDates(tx, actor, series, changed, { from, visits }, now)
    await markOutsideHours(context, tx, series, moved)
  }
  const shownId = await bookingToShow(tx, series.id, now)
  const made = { because: 'series', by: actor.id, at: now } as const
  await makeAgreement(tx, { seriesId: series.id, shownId, from }, made)
  return isRateAlone ? [] : visits
}

/**
 * Gives visits the rate of their dates. What was agreed on for one of them alone stays: its time, hours, extras and
 * supplies. A visit that has the rate already stays as it is, with what is open for it.
 */
async function repriceVisits(
  tx: Db,
  visits: readonly ComingVisit[],
  terms: readonly Terms[],
): Promise<void> {
  const changed = new Map<string, { visit: ComingVisit; rateCents: number }>()
  for (const visit of visits) {
    const { rateCents } = terms.findLast(({ fromDate }) => fromDate <= visit.seriesDate)!
    if (rateCents !== visit.hourly_rate_cents) changed.set(visit.id, { visit, rateCents })
  }
  const prices = (await pricesOfVisits(tx, [...changed.keys()])).map((price) => {
    const { visit, rateCents } = changed.get(price.id)!
    return { visit, bookingId: price.id, rateCents, lines: linesAtRate(price, rateCents) }
  })
  await replaceLinesOf(tx, prices)
  for (const { visit, rateCents, lines } of prices) {
    await expireOpenChange(tx, visit.id)
    await rescheduleVisit(tx, visit, {
      hourly_rate_cents: rateCents,
      total_cents: sumCents(lines),
    })
  }
}

/** Returns the visits that have a new date. */
async function moveToNewDates(
  tx: Db,
  actor: Side,
  series: LockedSeries,
  changed: LockedSeries,
  { from, visits }: { from: string; visits: readonly ComingVisit[] },
  now: Date,
): Promise<Move[]> {
  const kept = keptRows(series, changed, { from, visits })
  const targets = seriesDates(changed, { from, to: lastCreatedDate(series, now) })
    .filter(({ date }) => !kept.has(date) && !isPaused(series, date))
    .map((one) => ({ ...one, at: plannedVisit(series, one, undefined) }))
    .filter(({ at }) => at.startsAt > +now)
  const moved = visits
    .slice(0, targets.length)
    .map((visit, index) => ({ visit, ...targets[index]! }))

  await deleteDates(
    tx,
    series.id,
    series.dates.map(({ date }) => date).filter((date) => date >= from),
  )
  await cancelVisits(
    tx,
    actor,
    visits.slice(targets.length),
    { reason_code: 'series_changed', neverLate: true },
    now,
  )
  const conflicts = await moveVisits(tx, actor, series, moved, now)
  await saveDates(tx, series.id, [
    ...kept.values(),
    ...pausedDates(changed, from)
      .filter((date) => !kept.has(date))
      .map((date) => dateRow(date, 'paused')),
    ...moved.map(({ date }) => dateRow(date, conflicts.includes(date) ? 'conflict' : 'booked')),
  ])
  await notifyOfConflicts(tx, series, conflicts, now)
  // An earlier date that has no visit yet is still to be settled.
  const next_date = series.next_date !== null && series.next_date < from ? series.next_date : from
  await tx.updateTable('series').set({ next_date }).where('id', '=', series.id).execute()
  await createVisits(tx, (await lockSeriesRow(tx, series.id, now))!, now)
  return moved.filter(({ date }) => !conflicts.includes(date))
}

/** The reasons that count for the first visit of a series only. rule: series-request */
const REASONS_OF_FIRST: readonly OutsideReason[] = ['notice', 'horizon', 'day_full']

/**
 * Stores for each moved visit whether its new time lies outside the professional's hours. All other visits of the
 * series have this already. rule: outside-hours
 */
async function markOutsideHours(
  context: Context,
  tx: Db,
  { professional_id, zip_code }: LockedSeries,
  moved: readonly Move[],
): Promise<void> {
  const home = context.places.zipOf(zip_code)
  if (!home) return
  for (const { visit, terms, at } of moved) {
    const check = await checkVisit(context, tx, {
      professionalId: professional_id,
      clientId: null,
      home,
      hours: terms.hours,
      date: at.date,
      startsAt: new Date(at.startsAt),
      movedId: visit.id,
    })
    const outside = check.outside.filter((reason) => !REASONS_OF_FIRST.includes(reason))
    await rescheduleVisit(tx, visit, { outside_hours: outside.length > 0, outside })
  }
}

/**
 * The rows that stay on the new dates: a date that one side skipped, and a visit that was cancelled alone. Each stays
 * in its place of the order, or at another frequency on its date. A cancelled one that has no place there keeps its old
 * date, unless another one has moved to it.
 */
function keptRows(
  series: LockedSeries,
  changed: LockedSeries,
  { from, visits }: { from: string; visits: readonly ComingVisit[] },
): Map<string, DateRow> {
  const standing = new Set(visits.map(({ seriesDate }) => seriesDate))
  const rows = series.dates.filter(
    ({ date, status }) =>
      date >= from && (status === 'skipped' || (status === 'booked' && !standing.has(date))),
  )
  const last = rows.at(-1)?.date
  if (!last) return new Map()
  const old = seriesDates(series, { from, to: last }).map(({ date }) => date)
  const next = seriesDates(changed, { from, to: latest(last, changed) }).map(({ date }) => date)
  // Later terms can have another frequency: those that the change replaces count.
  const before = nextSeriesDates(series, from, 1)[0]?.terms
  const after = changed.terms.find(({ fromDate }) => fromDate === from)
  const sameFrequency = before?.frequency === after?.frequency
  const placed = rows.flatMap((row): [string, DateRow][] => {
    const date = sameFrequency ? next[old.indexOf(row.date)] : next.find((one) => one === row.date)
    return date === undefined ? [] : [[date, dateRow(date, row.status, row.skippedBy)]]
  })
  const cancelled = rows.filter(({ status }) => status === 'booked')
  return new Map([...cancelled.map((row) => [row.date, row] as const), ...placed])
}

/** The dates of the pauses from a date on, also those that are too far ahead to be booked. */
function pausedDates(series: LockedSeries, from: string): string[] {
  return series.pauses.flatMap(({ from_date, to_date }) => {
    const period = { from: from_date > from ? from_date : from, to: to_date }
    return seriesDates(series, period).map(({ date }) => date)
  })
}

/** A new date is at most two weeks after the old one of the same place. */
function latest(date: string, { until }: LockedSeries): string {
  const later = Temporal.PlainDate.from(date).add({ days: 14 }).toString()
  return later < (until ?? LAST_DATE) ? later : until!
}

async function saveTerms(tx: Db, id: string, from: string, terms: readonly Terms[]): Promise<void> {
  await tx
    .deleteFrom('series_terms')
    .where('series_id', '=', id)
    .where('from_date', '>=', from)
    .execute()
  await tx
    .insertInto('series_terms')
    .values(
      terms.map((one) => ({
        series_id: id,
        from_date: one.fromDate,
        first_date: one.firstDate,
        cleaning_frequency: one.frequency,
        booking_time: one.time,
        estimated_hours: one.hours,
        hourly_rate_cents: one.rateCents,
      })),
    )
    .execute()
}

type Move = {
  visit: ComingVisit
  date: string
  terms: Terms
  at: ReturnType<typeof plannedVisit>
}

/**
 * Moves visits to their new dates, each one only while no other visit of the series still has its date or its time.
 * Their dates keep their order, so those with a later date go from the last one on, and those with an earlier one from
 * the first one on. Times need not: one visit may have been moved beyond the next. So the visits in whose way another
 * one stood are tried again after it has moved. Returns the dates that do not fit; their visits are cancelled.
 */
async function moveVisits(
  tx: Db,
  actor: Side,
  series: LockedSeries,
  moves: readonly Move[],
  now: Date,
): Promise<string[]> {
  const room = await roomOf(tx, series, now)
  const isLater = ({ visit, date }: Move) => date > visit.seriesDate
  let waiting = [...moves.filter(isLater).toReversed(), ...moves.filter((one) => !isLater(one))]
  const conflicts: string[] = []
  while (waiting.length > 0) {
    const blocked: Move[] = []
    for (const one of waiting) {
      const isDateTaken = blocked.some(({ visit }) => visit.seriesDate === one.date)
      if (isDateTaken || !(await moveVisit(tx, series, one, room, now))) blocked.push(one)
    }
    const [first, ...others] = blocked
    if (first && blocked.length === waiting.length) {
      const cancellation = { reason_code: 'series_changed', neverLate: true } as const
      await cancelVisits(tx, actor, [first.visit], cancellation, now)
      conflicts.push(first.date)
      waiting = others
    } else {
      waiting = blocked
    }
  }
  return conflicts.toSorted()
}

/** Returns false, and writes nothing, if the new time is not free. */
async function moveVisit(
  tx: Db,
  series: LockedSeries,
  { visit, date, terms, at }: Move,
  room: Room,
  now: Date,
): Promise<boolean> {
  const buffer_minutes = await bufferIfFree(tx, series, at, room, visit.id)
  if (buffer_minutes === undefined) return false
  const starts_at = new Date(at.startsAt)
  const lines = linesOfVisit(series, terms, visit.id === series.request_id)
  await expireOpenChange(tx, visit.id)
  await replaceLines(tx, visit.id, lines)
  await rescheduleVisit(tx, visit, {
    cleaning_frequency: terms.frequency,
    booking_date: at.date,
    booking_time: at.time,
    starts_at,
    ends_at: new Date(at.endsAt),
    expires_at: starts_at < visit.expires_at ? starts_at : visit.expires_at,
    estimated_hours: terms.hours,
    hourly_rate_cents: terms.rateCents,
    total_cents: sumCents(lines),
    supplies: series.supplies,
    buffer_minutes,
    moved_at: now,
    series_date: date,
  })
  return true
}
