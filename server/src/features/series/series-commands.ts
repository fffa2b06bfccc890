import { hasBegun } from '#contract/booking-status.ts'
import type { Period, Series } from '#contract/series.ts'
import { SERIES_PAUSE_DAYS_MAX } from '#contract/time-rules.ts'
import type { StoredCancelCode } from '#contract/cancel-reasons.ts'
import type { Db } from '#server/db/db.ts'
import { runInTransaction, unlessRepeated } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { consumeRateLimit } from '#server/http/rate-limits.ts'
import { refuse } from '#server/http/refusal.ts'
import { refuseIfSuspended } from '#server/http/suspended.ts'
import type { Context } from '#server/context.ts'
import type { Side } from '#server/http/actor.ts'
import { returnCreditOfEarlyCancellation } from '../billing/ledger.ts'
import { cancelVisitOfSeries, endRequest } from '../bookings/booking-moves.ts'
import { lockPeople, suspensionOf } from '../identity/lock-people.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { lockAcceptancesOf } from '../time/lock-acceptances.ts'
import { dateIn } from '../time/own-date.ts'
import { addDays, nextSeriesDates, seriesDates } from '../time/series-dates.ts'
import { dayOfDate } from '../time/zone-clock.ts'
import {
  bufferIfFree,
  createVisit,
  createVisits,
  lastCreatedDate,
  plannedVisit,
  roomOf,
} from './create-visits.ts'
import { lockActiveSeries, lockOwnSeries, recordSeriesEvent } from './lock-series.ts'
import {
  FIRST_DATE,
  bookingToShow,
  dateRow,
  deleteDates,
  lockComingVisits,
  lockSeriesRow,
  lockSeriesRows,
  pairState,
  saveDates,
  standingVisit,
} from './series.queries.ts'
import type { ComingVisit, DateRow, LockedSeries } from './series.queries.ts'
import { readSeries } from './series-view.ts'

/** The most days ahead at which a single date can be skipped. */
const SKIP_DAYS_AHEAD_MAX = 400
/** The most series that one call pauses. */
const SERIES_AT_ONCE_MAX = 200

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

/** Each command can send the other side a notice. Refuses 'too_many_requests'. rule: series-limits */
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
 * series_not_active, series_date_invalid, booking_started. rule: series-skip
 */
export async function skipVisit(
  context: Context,
  actor: Side,
  id: string,
  date: string,
  idempotency?: Idempotency,
) {
  return changeSeries(context, actor, id, idempotency, async (tx, now) => {
    const checkInput = (locked: LockedSeries) => refuseUnlessDate(locked, date, now)
    const series = await lockActiveSeries(tx, actor, id, { now, isFree: true, checkInput })
    const row = series.dates.find((one) => one.date === date)
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
  })
}

/**
 * The time that a date has for itself, if it is another one than that of the series. rule: series-skip, series-pause
 */
function ownTimeOf(
  series: LockedSeries,
  date: string,
  visit: ComingVisit | undefined,
): Pick<DateRow, 'movedDate' | 'movedTime'> {
  if (!visit) {
    const row = series.dates.find((one) => one.date === date)
    return { movedDate: row?.movedDate ?? null, movedTime: row?.movedTime ?? null }
  }
  const [planned] = seriesDates(series, { from: date, to: date })
  const isMoved = !planned || plannedVisit(series, planned, undefined).startsAt !== +visit.starts_at
  if (!isMoved) return { movedDate: null, movedTime: null }
  return { movedDate: visit.booking_date, movedTime: visit.booking_time }
}

/** Refuses 'series_date_invalid' unless it is one of the coming dates of a running series. */
function refuseUnlessDate(series: LockedSeries, date: string, now: Date): void {
  if (series.status !== 'active') return
  const today = dateIn(series.time_zone, now).toString()
  const isNear = date >= today && date <= addDays(today, SKIP_DAYS_AHEAD_MAX)
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
  const row = series.dates.find((one) => one.date === date)
  if (planned && row?.status !== 'booked' && plannedVisit(series, planned, row).startsAt <= +now) {
    refuse('booking_started')
  }
}

/**
 * One side undoes its skip, or tries a conflict again. Refusals: series_not_found, lead_locked, series_not_active,
 * series_date_invalid, not_yours, booking_started, conversation_blocked, slot_taken. rule: series-skip
 */
export async function unskipVisit(
  context: Context,
  actor: Side,
  id: string,
  date: string,
  idempotency?: Idempotency,
) {
  return changeSeries(context, actor, id, idempotency, async (tx, now) => {
    const checkInput = (locked: LockedSeries) => refuseUnlessDate(locked, date, now)
    const series = await lockActiveSeries(tx, actor, id, { now, checkInput })
    const row = series.dates.find((one) => one.date === date)
    if (!row || row.status === 'planned') return
    if (row.status === 'booked' && (await standingVisit(tx, id, date))) return
    if (row.status !== 'skipped' && row.status !== 'conflict') refuse('series_date_invalid')
    if (row.status === 'skipped' && row.skippedBy !== actor.role) refuse('not_yours')
    await refuseIfOver(tx, series, date, now)
    if ((await pairState(tx, series)).blocked) refuse('conversation_blocked')
    await bookAgain(tx, series, row, now)
    await recordSeriesEvent(tx, 'restored', series, actor, now, { dates: date })
  })
}

/** The date has a visit again: at once if bookings reach it, else when they do. */
async function bookAgain(tx: Db, series: LockedSeries, row: DateRow, now: Date): Promise<void> {
  const { date } = row
  const planned = seriesDates(series, { from: date, to: date })[0] ?? refuse('series_date_invalid')
  const visit = plannedVisit(series, planned, row)
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

/** These dates are planned again, each at the time that it had. */
async function reopenDates(tx: Db, seriesId: string, rows: readonly DateRow[]): Promise<void> {
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
 * One side pauses a series: the visits of the period are cancelled or never made. A new pause replaces the one before.
 * Refusals: series_not_found, lead_locked, series_not_active, pause_invalid. rule: series-pause
 */
export async function pauseSeries(
  context: Context,
  actor: Side,
  id: string,
  period: Period,
  idempotency?: Idempotency,
) {
  return changeSeries(context, actor, id, idempotency, async (tx, now) => {
    refuseLongPause(period)
    const checkInput = (locked: LockedSeries) => refusePastPause(locked, period, now)
    const series = await lockActiveSeries(tx, actor, id, { now, checkInput })
    const visits = await pause(tx, actor, series, period, now)
    if (visits) await recordPause(tx, actor, [{ series, visits }], period, now)
  })
}

async function recordPause(
  tx: Db,
  actor: Side,
  ofPair: readonly Cancelled[],
  { from_date, to_date }: Period,
  now: Date,
): Promise<void> {
  const data = { from_date, to_date, from: firstStartOf(ofPair) }
  await recordSeriesEvent(tx, 'paused', ofPair[0]!.series, actor, now, data)
}

/**
 * Pauses the running series of a client, in one transaction. SERIES_AT_ONCE_MAX is far more than anybody has. Refuses
 * 'pause_invalid'. rule: series-pause
 */
export async function pauseAllSeries(
  context: Context,
  actor: Side,
  period: Period,
  idempotency?: Idempotency,
) {
  const now = context.clock.now()
  refuseLongPause(period)
  await countCommand(context, actor, idempotency)
  const { ids } = await runInTransaction(context.db, idempotency, async (tx) => {
    const own = await tx
      .selectFrom('series')
      .select(['id', 'professional_id'])
      .where('client_id', '=', actor.id)
      .where('status', '=', 'active')
      .orderBy('id')
      .limit(SERIES_AT_ONCE_MAX)
      .execute()
    // All people, then all professionals, then all series: one after the other would break the order of locks.
    const professionals = [...new Set(own.map(({ professional_id }) => professional_id))]
    await lockPeople(tx, actor.id, ...professionals)
    refuseIfSuspended({ suspension: await suspensionOf(tx, actor.id) }, {})
    await lockAcceptancesOf(tx, professionals)
    const all = own.map(({ id }) => id)
    const paused: Cancelled[] = []
    for (const series of await lockSeriesRows(tx, all, now)) {
      if (series.status !== 'active') continue
      refusePastPause(series, period, now)
      const visits = await pause(tx, actor, series, period, now, { keepsPause: true })
      if (visits) paused.push({ series, visits })
    }
    for (const ofPair of byPair(paused)) await recordPause(tx, actor, ofPair, period, now)
    return { ids: all }
  })
  const list: Series[] = []
  for (const id of ids) {
    await notifyBookingChange(context, await bookingToShow(context.db, id, now))
    list.push(await readSeries(context, actor, id))
  }
  return { series: list }
}

function refuseLongPause({ from_date, to_date }: Period): void {
  const days = dayOfDate(to_date) - dayOfDate(from_date) + 1
  if (days < 1 || days > SERIES_PAUSE_DAYS_MAX) refuse('pause_invalid')
}

function refusePastPause({ time_zone }: LockedSeries, { from_date }: Period, now: Date): void {
  const today = dateIn(time_zone, now).toString()
  if (from_date < today || from_date > addDays(today, SKIP_DAYS_AHEAD_MAX)) refuse('pause_invalid')
}

/**
 * Returns the visits that it cancelled; undefined if the series has this pause already. `keepsPause`: a pause of the
 * series continues beside the new one.
 */
async function pause(
  tx: Db,
  actor: Side,
  series: LockedSeries,
  { from_date, to_date }: Period,
  now: Date,
  { keepsPause }: { keepsPause: boolean } = { keepsPause: false },
): Promise<ComingVisit[] | undefined> {
  if (series.paused_from === from_date && series.paused_to === to_date) return undefined
  const kept = keepsPause ? pauseAhead(series, now) : undefined
  if (kept && kept.from <= from_date && kept.to >= to_date) return undefined
  if (!kept) await endPause(tx, series, now)
  const [paused_from, paused_to] = joinedPause({ from: from_date, to: to_date }, kept)
  await tx
    .updateTable('series')
    .set({ paused_from, paused_to })
    .where('id', '=', series.id)
    .execute()
  const visits = (await lockComingVisits(tx, series.id, now, from_date)).filter(
    (one) => one.seriesDate <= to_date,
  )
  await cancelVisits(tx, actor, visits, { reason_code: 'skipped' }, now)
  await saveDates(
    tx,
    series.id,
    visits.map((visit) => ({
      ...dateRow(visit.seriesDate, 'paused'),
      ...ownTimeOf(series, visit.seriesDate, visit),
    })),
  )
  const paused = (await lockSeriesRow(tx, series.id, now))!
  const open = seriesDates(series, { from: from_date, to: to_date }).filter(({ date }) => {
    const row = paused.dates.find((one) => one.date === date)
    return !row || row.status === 'planned' || row.status === 'conflict'
  })
  await saveDates(
    tx,
    series.id,
    open.map(({ date }) => ({ ...dateRow(date, 'paused'), ...ownTimeOf(paused, date, undefined) })),
  )
  await createVisits(tx, (await lockSeriesRow(tx, series.id, now))!, now)
  return visits
}

type DateRange = { from: string; to: string }

/** The pause of a series, unless it is over. */
function pauseAhead(
  { paused_from, paused_to, time_zone }: LockedSeries,
  now: Date,
): DateRange | undefined {
  if (paused_from === null || paused_to! < dateIn(time_zone, now).toString()) return undefined
  return { from: paused_from, to: paused_to! }
}

/**
 * The days of two pauses. A series names one only: of two that lie apart it names the later one, and the dates of the
 * other stay paused by themselves.
 */
function joinedPause(one: DateRange, other: DateRange | undefined): [from: string, to: string] {
  if (!other) return [one.from, one.to]
  const [first, last] = one.from < other.from ? [one, other] : [other, one]
  if (last.from > addDays(first.to, 1)) return [last.from, last.to]
  return [first.from, first.to > last.to ? first.to : last.to]
}

/** Dates of a pause that have not passed are open again. */
async function endPause(tx: Db, series: LockedSeries, now: Date): Promise<void> {
  if (series.paused_from === null) return
  const today = dateIn(series.time_zone, now).toString()
  const dates = seriesDates(series, { from: today, to: addDays(series.paused_to!, 1) })
  const ahead = dates.flatMap((one) => {
    const row = series.dates.find(({ date }) => date === one.date)
    const isAhead = row?.status === 'paused' && plannedVisit(series, one, row).startsAt > +now
    return isAhead ? [row] : []
  })
  await reopenDates(tx, series.id, ahead)
  const first = ahead[0]?.date
  const next_date =
    first && (series.next_date === null || first < series.next_date) ? first : series.next_date
  await tx
    .updateTable('series')
    .set({ paused_from: null, paused_to: null, next_date })
    .where('id', '=', series.id)
    .execute()
}

/**
 * One side ends the pause from today on. Without a pause it changes nothing. Refusals: series_not_found, lead_locked,
 * series_not_active. rule: series-pause
 */
export async function resumeSeries(
  context: Context,
  actor: Side,
  id: string,
  idempotency?: Idempotency,
) {
  return changeSeries(context, actor, id, idempotency, async (tx, now) => {
    const series = await lockActiveSeries(tx, actor, id, { now })
    const today = dateIn(series.time_zone, now).toString()
    if (series.paused_to === null || series.paused_to < today) return
    await endPause(tx, series, now)
    await createVisits(tx, (await lockSeriesRow(tx, id, now))!, now)
    await recordSeriesEvent(tx, 'resumed', series, actor, now)
  })
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

/** One action on several series of a pair is told once. rule: series-notices */
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
