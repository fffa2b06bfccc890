import { sumCents } from '#contract/booking-price.ts'
import { linesAtRate } from '#contract/change-price.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/actor.ts'
import { rescheduleVisit } from '../bookings/booking-moves.ts'
import { expireOpenChange } from '../agreements/changes.ts'
import { makeAgreement } from '../agreements/make-agreement.ts'
import { replaceLines, replaceLinesOf } from '../offer/booking-lines.ts'
import { nextSeriesDates, seriesDates } from '../time/series-dates.ts'
import {
  bufferIfFree,
  createVisits,
  isPaused,
  lastCreatedDate,
  plannedVisit,
  roomOf,
  notifyOfConflicts,
} from './create-visits.ts'
import { linesOfVisit } from './series-price.ts'
import { cancelVisits } from './series-commands.ts'
import {
  bookingToShow,
  dateRow,
  deleteDates,
  lockComingVisits,
  lockSeriesRow,
  pricesOfVisits,
  saveDates,
} from './series.queries.ts'
import type { ComingVisit, DateRow, LockedSeries, Terms } from './series.queries.ts'
import type { NewTerms } from './terms-of-change.ts'

/** Skipped dates are known so far ahead. */
const LAST_DATE = '9999-12-31'

/**
 * Changes a series from a date on. The bookings from there on move in order to the new dates that have room for one,
 * and keep their ids; those left over are cancelled, never late; one that does not fit makes its date a conflict.
 * Another rate alone moves none. The caller holds the locks of the people, the professional and the series.
 * rule: series-changes
 */
export async function changeTerms(
  tx: Db,
  actor: Side,
  series: LockedSeries,
  { from, terms, isRateAlone }: NewTerms,
  now: Date,
): Promise<void> {
  const visits = await lockComingVisits(tx, series.id, now, from)
  const changed = {
    ...series,
    terms: [...series.terms.filter(({ fromDate }) => fromDate < from), ...terms],
  }
  await saveTerms(tx, series.id, from, terms)
  if (isRateAlone) await repriceVisits(tx, visits, terms)
  else await moveToNewDates(tx, actor, series, changed, { from, visits }, now)
  const shownId = await bookingToShow(tx, series.id, now)
  const made = { because: 'series', by: actor.id, at: now } as const
  await makeAgreement(tx, { seriesId: series.id, shownId, from }, made)
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
  const rates = new Map<string, number>()
  for (const { id, seriesDate, hourly_rate_cents } of visits) {
    const { rateCents } = terms.findLast(({ fromDate }) => fromDate <= seriesDate)!
    if (rateCents !== hourly_rate_cents) rates.set(id, rateCents)
  }
  const prices = (await pricesOfVisits(tx, [...rates.keys()])).map((price) => {
    const rateCents = rates.get(price.id)!
    return { bookingId: price.id, rateCents, lines: linesAtRate(price, rateCents) }
  })
  await replaceLinesOf(tx, prices)
  for (const { bookingId, rateCents, lines } of prices) {
    await expireOpenChange(tx, bookingId)
    await rescheduleVisit(tx, bookingId, {
      hourly_rate_cents: rateCents,
      total_cents: sumCents(lines),
    })
  }
}

async function moveToNewDates(
  tx: Db,
  actor: Side,
  series: LockedSeries,
  changed: LockedSeries,
  { from, visits }: { from: string; visits: readonly ComingVisit[] },
  now: Date,
): Promise<void> {
  const kept = keptRows(series, changed, from)
  const keptDates = new Set(kept.map(({ date }) => date))
  const targets = seriesDates(changed, { from, to: lastCreatedDate(series, now) })
    .filter(({ date }) => !keptDates.has(date) && !isPaused(series, date))
    .map((one) => ({ ...one, at: plannedVisit(series, one, undefined) }))
    .filter(({ at }) => at.startsAt > +now)
  const moved = visits
    .slice(0, targets.length)
    .map((visit, index) => ({ visit, ...targets[index]! }))

  await deleteDates(
    tx,
    series.id,
    series.dates.filter((row) => isReplaced(row, from, visits)).map(({ date }) => date),
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
    ...kept,
    ...moved.map(({ date }) => dateRow(date, conflicts.includes(date) ? 'conflict' : 'booked')),
  ])
  await notifyOfConflicts(tx, series, conflicts, now)
  await tx.updateTable('series').set({ next_date: from }).where('id', '=', series.id).execute()
  await createVisits(tx, (await lockSeriesRow(tx, series.id, now))!, now)
}

/** Rows of the old dates: those of visits that have begun, or were cancelled, stay. */
function isReplaced(row: DateRow, from: string, visits: readonly ComingVisit[]): boolean {
  if (row.date < from) return false
  return row.status !== 'booked' || visits.some(({ seriesDate }) => seriesDate === row.date)
}

/**
 * What one side skipped stays skipped: the date in the same place of the order, or the same date at another frequency.
 */
function keptRows(series: LockedSeries, changed: LockedSeries, from: string): DateRow[] {
  const skipped = series.dates.filter(({ date, status }) => date >= from && status === 'skipped')
  const lastSkipped = skipped.at(-1)?.date
  if (!lastSkipped) return []
  const old = seriesDates(series, { from, to: lastSkipped }).map(({ date }) => date)
  const next = seriesDates(changed, { from, to: latest(lastSkipped, changed) }).map(
    ({ date }) => date,
  )
  // Later terms can have another frequency: those that the change replaces count.
  const before = nextSeriesDates(series, from, 1)[0]?.terms
  const after = changed.terms.find(({ fromDate }) => fromDate === from)
  const sameFrequency = before?.frequency === after?.frequency
  return skipped.flatMap((row) => {
    const date = sameFrequency ? next[old.indexOf(row.date)] : next.find((one) => one === row.date)
    return date === undefined ? [] : [{ ...row, date }]
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
 * Moves visits to their new dates. They keep their order, so those that move later go from the last one on, and those
 * that move earlier from the first one on: none meets another visit of the series. Returns the dates that do not fit;
 * their visits are cancelled.
 */
async function moveVisits(
  tx: Db,
  actor: Side,
  series: LockedSeries,
  moves: readonly Move[],
  now: Date,
): Promise<string[]> {
  const room = await roomOf(tx, series, now)
  const isLater = ({ visit, at }: Move) => at.startsAt > +visit.starts_at
  const inOrder = [...moves.filter(isLater).toReversed(), ...moves.filter((one) => !isLater(one))]
  const conflicts: string[] = []
  for (const { visit, date, terms, at } of inOrder) {
    const buffer_minutes = await bufferIfFree(tx, series, at, room, visit.id)
    if (buffer_minutes === undefined) {
      await cancelVisits(
        tx,
        actor,
        [visit],
        { reason_code: 'series_changed', neverLate: true },
        now,
      )
      conflicts.push(date)
      continue
    }
    const starts_at = new Date(at.startsAt)
    const lines = linesOfVisit(series, terms, visit.id === series.request_id)
    await expireOpenChange(tx, visit.id)
    await replaceLines(tx, visit.id, lines)
    await rescheduleVisit(tx, visit.id, {
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
  }
  return conflicts.toSorted()
}
