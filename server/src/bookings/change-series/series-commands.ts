import { hasBegun } from '#contract/bookings/booking-status.ts'
import type { Series } from '#contract/bookings/series.ts'
import type { StoredCancelCode } from '#contract/bookings/cancel-reasons.ts'
import type { Db } from '#server/db/db.ts'
import { runInTransaction, unlessRepeated } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { returnCreditOfEarlyCancellation } from '#server/money/leads/return-credits.ts'
import { cancelVisitOfSeries, endRequest } from '../moves/booking-moves.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { dateIn } from '#server/calendar/plan/own-date.ts'
import { addDays, nextSeriesDates, seriesDates } from '#server/calendar/free/series-dates.ts'
import {
  bufferIfFree,
  createVisit,
  isPaused,
  lastCreatedDate,
  plannedVisit,
  roomOf,
} from '../series/create-visits.ts'
import { lockActiveSeries, lockOwnSeries, recordSeriesEvent } from '../series/lock-series.ts'
import {
  FIRST_DATE,
  bookingToShow,
  dateRow,
  deleteDates,
  isSeriesHeld,
  lockComingVisits,
  pairState,
  saveDates,
  standingVisit,
} from '../series/series.queries.ts'
import type { ComingVisit, DateRow, LockedSeries } from '../series/series.queries.ts'
import { readSeries } from '../series/series-view.ts'

/** The most days ahead at which a date can be skipped, or a pause or a change begin. */
export const DAYS_AHEAD_MAX = 400

/**
 * Runs a command in one transaction, once for its key, tells the browsers of both sides, and answers the series as it
 * is then. rule: idempotency-key
 */
export async function changeSeries(
  context: Context,
  actor: Side,
  id: string,
  idempotency: Idempotency | undefined,
  change: (tx: Db, now: Date) => Promise<void>,
): Promise<{ series: Series }> {
  const now = context.clock.now()
  await countCommand(context, actor, idempotency)
  await runInTransaction(context.db, idempotency, async (tx) => {
    await change(tx, now)
    return { id }
  })
  await notifyBookingChange(context, await bookingToShow(context.db, id, now))
  return { series: await readSeries(context, actor, id) }
}

/** Each command can send the other side a notice. Refuses 'too_many_requests'. rule: series */
export async function countCommand(
  context: Context,
  actor: Side,
  idempotency: Idempotency | undefined,
): Promise<void> {
  await unlessRepeated(context.db, idempotency, () =>
    consumeRateLimit(context, 'series_by_user', actor.id),
  )
}

/**
 * One side skips a date: its visit is cancelled, or never made. Again it changes nothing. Refusals: series_not_found,
 * series_not_active, series_date_invalid, booking_started. rule: series-breaks
 */
export async function skipVisit(
  context: Context,
  actor: Side,
  id: string,
  date: string,
  idempotency?: Idempotency,
) {
  return changeSeries(context, actor, id, idempotency, (tx, now) =>
    skipDate(tx, actor, id, date, now),
  )
}

/** Skips a date as `skipVisit` does, in a transaction of the caller. */
export async function skipDate(
  tx: Db,
  actor: Side,
  id: string,
  date: string,
  now: Date,
): Promise<void> {
  const checkInput = (locked: LockedSeries) => refuseUnlessDate(locked, date, now)
  const series = await lockActiveSeries(tx, actor, id, { now, isFree: true, checkInput })
  const row = rowOf(series, date)
  if (row?.status === 'skipped') return
  if (row?.status === 'paused') return
  const [visit] = (await lockComingVisits(tx, id, now, date)).filter(
    (one) => one.seriesDate === date,
  )
  if (!visit) await refuseIfOver(tx, series, date, now)
  // A visit that was cancelled stays so.
  if (!visit && row?.status === 'booked') return
  if (visit) await cancelVisits(tx, actor, [visit], { reason_code: 'skipped' }, now)
  const skipped = dateRow(date, 'skipped', actor.role)
  await saveDates(tx, id, [{ ...skipped, ...ownTimeOf(series, date, visit) }])
  await recordSeriesEvent(tx, 'skipped', series, actor, now, {
    booking_id: visit?.id,
    dates: date,
    ...(visit ? {} : { planned: true }),
  })
}

/**
 * The time that a date has for itself, if it is another one than that of the series. rule: series-breaks
 */
export function ownTimeOf(
  series: LockedSeries,
  date: string,
  visit: ComingVisit | undefined,
): Pick<DateRow, 'movedDate' | 'movedTime'> {
  if (!visit) {
    const row = rowOf(series, date)
    return { movedDate: row?.movedDate ?? null, movedTime: row?.movedTime ?? null }
  }
  const [planned] = seriesDates(series, { from: date, to: date })
  const isMoved = !planned || plannedVisit(series, planned, undefined).startsAt !== +visit.starts_at
  if (!isMoved) return { movedDate: null, movedTime: null }
  return { movedDate: visit.booking_date, movedTime: visit.booking_time }
}

const rowOf = ({ dates }: LockedSeries, date: string) => dates.find((row) => row.date === date)

/** Refuses 'series_date_invalid' unless it is one of the coming dates of a series that has not ended. */
function refuseUnlessDate(series: LockedSeries, date: string, now: Date): void {
  if (series.status === 'ended') return
  const today = dateIn(series.time_zone, now).toString()
  const isNear = date >= today && date <= addDays(today, DAYS_AHEAD_MAX)
  const isDate = isNear && seriesDates(series, { from: date, to: date }).length > 0
  // A visit that was moved keeps its date, which may have passed.
  const isMoved = series.dates.some(
    ({ date: one, status, movedDate }) =>
      one === date && (status === 'booked' || (status === 'skipped' && movedDate !== null)),
  )
  if (!isDate && !(isMoved && date <= today)) refuse('series_date_invalid')
}

/** Refuses 'booking_started' if the visit of a date has begun, or would have. */
async function refuseIfOver(tx: Db, series: LockedSeries, date: string, now: Date): Promise<void> {
  const visit = await standingVisit(tx, series.id, date)
  if (visit && hasBegun({ startsAt: visit.starts_at, stage: visit.stage }, now)) {
    refuse('booking_started')
  }
  const [planned] = seriesDates(series, { from: date, to: date })
  const row = rowOf(series, date)
  if (planned && row?.status !== 'booked' && plannedVisit(series, planned, row).startsAt <= +now) {
    refuse('booking_started')
  }
}

/**
 * One side undoes its skip, or tries a conflict again. Refusals: series_not_found, not_yours, series_date_invalid,
 * lead_locked, series_not_active, booking_started, conversation_blocked, slot_taken. rule: series-breaks
 */
export async function unskipVisit(
  context: Context,
  actor: Side,
  id: string,
  date: string,
  idempotency?: Idempotency,
) {
  return changeSeries(context, actor, id, idempotency, async (tx, now) => {
    const checkInput = (locked: LockedSeries) => {
      const row = rowOf(locked, date)
      if (row?.status === 'skipped' && row.skippedBy !== actor.role) refuse('not_yours')
      refuseUnlessDate(locked, date, now)
    }
    const series = await lockActiveSeries(tx, actor, id, { now, checkInput })
    const row = rowOf(series, date)
    if (!row || row.status === 'planned') return
    if (row.status === 'booked' && (await standingVisit(tx, id, date))) return
    if (row.status !== 'skipped' && row.status !== 'conflict') refuse('series_date_invalid')
    await refuseIfOver(tx, series, date, now)
    if ((await pairState(tx, series)).blocked) refuse('conversation_blocked')
    await bookAgain(tx, series, row, now)
    await recordSeriesEvent(tx, 'restored', series, actor, now, { dates: date })
  })
}

/** The date has a visit again: at once if bookings reach it, else when they do, in a pause after it. */
async function bookAgain(tx: Db, series: LockedSeries, row: DateRow, now: Date): Promise<void> {
  const { date } = row
  const planned = seriesDates(series, { from: date, to: date })[0] ?? refuse('series_date_invalid')
  const visit = plannedVisit(series, planned, row)
  if (isPaused(series, visit.date)) {
    return saveDates(tx, series.id, [{ ...row, status: 'paused', skippedBy: null }])
  }
  const room = await roomOf(tx, series, now)
  if (date > lastCreatedDate(series, now)) {
    if ((await bufferIfFree(tx, series, visit, room)) === undefined) refuse('slot_taken')
    return reopenDates(tx, series.id, [row])
  }
  if (!room.mayCreate || !(await createVisit(tx, series, { ...planned, visit }, room, now))) {
    refuse('slot_taken')
  }
  await saveDates(tx, series.id, [dateRow(date, 'booked')])
}

/** Lets these dates be planned again, each at the time that it had. */
export async function reopenDates(
  tx: Db,
  seriesId: string,
  rows: readonly DateRow[],
): Promise<void> {
  const [moved, others] = [
    rows.filter(({ movedDate }) => movedDate !== null),
    rows.filter(({ movedDate }) => movedDate === null),
  ]
  await deleteDates(
    tx,
    seriesId,
    others.map(({ date }) => date),
  )
  await saveDates(
    tx,
    seriesId,
    moved.map((row) => ({ ...row, status: 'planned' as const, skippedBy: null })),
  )
}

/**
 * One side ends a series: the visits after `last_date` (default: today) are cancelled. Again it changes nothing.
 * Refusals: series_not_found, series_date_invalid. rule: series-end
 */
export async function endSeries(
  context: Context,
  actor: Side,
  id: string,
  { last_date, reason }: { last_date?: string | undefined; reason?: string | undefined },
  idempotency?: Idempotency,
) {
  return changeSeries(context, actor, id, idempotency, async (tx, now) => {
    const series = await lockOwnSeries(tx, actor, id, { now, isFree: true })
    const today = dateIn(series.time_zone, now).toString()
    const last = last_date ?? today
    if (last < today) refuse('series_date_invalid')
    if (series.status === 'requested') return endRequested(tx, actor, series, { last, reason }, now)
    if (series.status === 'ended' || (series.until !== null && series.until <= last)) return
    const ending = { last, later: addDays(last, 1), reason }
    const visits = await finishSeries(tx, actor, series, ending, now)
    const data = { last_date: last, from: firstStartOf([{ visits }]) }
    await recordSeriesEvent(tx, 'ended', series, actor, now, data)
  })
}

/**
 * Nobody has accepted the series yet: its request is cancelled by the client or declined by the professional, and the
 * series ends with it. If the first visit is not after `last`, the request stays, for visits until then.
 */
async function endRequested(
  tx: Db,
  actor: Side,
  series: LockedSeries,
  { last, reason }: { last: string; reason: string | undefined },
  now: Date,
): Promise<void> {
  const { id, request_id, terms, until } = series
  if (terms[0]!.firstDate > last) return endRequest(tx, actor, request_id, reason, now)
  if (until !== null && until <= last) return
  await tx.updateTable('series').set({ until: last }).where('id', '=', id).execute()
  if (await isSeriesHeld(tx, id)) return
  await recordSeriesEvent(tx, 'changed', series, actor, now)
}

/**
 * A series has no date after `last`: its visits on the day `later` or after it that have not begun are cancelled. It
 * ends before they are, because the lead of a running series stays open. A client who ends it early gets the
 * professional's credit returned, also if no visit was left. Returns the visits that it cancelled.
 * rule: series-end, lead-returns
 */
export async function finishSeries(
  tx: Db,
  actor: Side,
  series: LockedSeries,
  { last, later, reason }: { last: string; later: string; reason: string | undefined },
  now: Date,
): Promise<ComingVisit[]> {
  const coming = await lockComingVisits(tx, series.id, now, FIRST_DATE)
  const visits = coming.filter((visit) => visit.booking_date >= later)
  await finishAt(tx, series, last, now)
  await cancelVisits(tx, actor, visits, { reason_code: 'series_changed', reason }, now)
  if (actor.role === 'client') {
    const pair = { professionalId: series.professional_id, clientId: series.client_id }
    await returnCreditOfEarlyCancellation(tx, pair, now)
  }
  return visits
}

/** A series without a date after today is over at once; an open change is then over too. */
async function finishAt(tx: Db, series: LockedSeries, until: string, now: Date): Promise<void> {
  const today = dateIn(series.time_zone, now).toString()
  const isOver = nextSeriesDates({ ...series, until }, addDays(today, 1), 1).length === 0
  await tx
    .updateTable('series')
    .set({
      until,
      ...(isOver ? { status: 'ended', next_date: null } : {}),
      ...(series.next_date !== null && series.next_date > until ? { next_date: null } : {}),
    })
    .where('id', '=', series.id)
    .execute()
  await tx
    .updateTable('series_changes')
    .set({ status: 'expired' })
    .where('series_id', '=', series.id)
    .where('status', '=', 'open')
    .execute()
}

/** A series, and the visits of it that an action cancelled. */
export type Cancelled = { series: LockedSeries; visits: readonly ComingVisit[] }

/** Groups series by their pair, because one action on several series of a pair is told once. rule: series-notices */
export function byPair(all: readonly Cancelled[]): Cancelled[][] {
  const pairs = Map.groupBy(all, ({ series }) => `${series.client_id} ${series.professional_id}`)
  return [...pairs.values()]
}

/**
 * When the first of these visits was to begin. An event has it as `from`, so that its notice does not wait for the
 * morning if that is near. rule: quiet-hours
 */
export function firstStartOf(all: readonly Pick<Cancelled, 'visits'>[]): string | undefined {
  const starts = all.flatMap(({ visits }) => visits.map((visit) => visit.starts_at.toISOString()))
  return starts.toSorted()[0]
}

/** Cancels visits without a message or a notice of their own. `never_late`: their series changed. */
export async function cancelVisits(
  tx: Db,
  actor: Side,
  visits: readonly ComingVisit[],
  cancellation: { reason_code: StoredCancelCode; reason?: string | undefined; neverLate?: true },
  now: Date,
): Promise<void> {
  for (const visit of visits) await cancelVisitOfSeries(tx, actor, visit, cancellation, now)
}
