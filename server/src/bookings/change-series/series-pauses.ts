import type { Period, Series } from '#contract/bookings/series.ts'
import { SERIES_PAUSE_DAYS_MAX } from '#contract/calendar/time-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { refuseIfSuspended } from '#server/http/calls/suspended.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { lockPeople, suspensionOf } from '#server/people/person/lock-people.ts'
import { lockAcceptancesOf } from '#server/calendar/free/lock-acceptances.ts'
import { dateIn } from '#server/calendar/plan/own-date.ts'
import { addDays, seriesDates } from '#server/calendar/free/series-dates.ts'
import { dayOfDate } from '#server/calendar/plan/zone-clock.ts'
import { createVisits, isInPeriod, pausesAhead, plannedVisit } from '../series/create-visits.ts'
import { lockActiveSeries, recordSeriesEvent } from '../series/lock-series.ts'
import {
  byPair,
  cancelVisits,
  changeSeries,
  countCommand,
  DAYS_AHEAD_MAX,
  firstStartOf,
  ownTimeOf,
  reopenDates,
} from './series-commands.ts'
import type { Cancelled } from './series-commands.ts'
import {
  FIRST_DATE,
  bookingToShow,
  dateRow,
  lockComingVisits,
  lockSeriesRow,
  lockSeriesRows,
  saveDates,
} from '../series/series.queries.ts'
import type { ComingVisit, LockedSeries } from '../series/series.queries.ts'
import { readSeries } from '../series/series-view.ts'

/** The zone where a day ends last. A client without regular visits has no zone of their own. */
const LAST_ZONE = 'Pacific/Pago_Pago'

/** The most series that one call pauses. */
const SERIES_AT_ONCE_MAX = 200

/**
 * One side pauses a series: the visits of the period are cancelled or never made. A new pause replaces the one before.
 * Refusals: series_not_found, lead_locked, series_not_active, pause_invalid. rule: series-breaks
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
 * 'pause_invalid'. rule: series-breaks
 */
export async function pauseAllSeries(
  context: Context,
  actor: Side,
  period: Period,
  idempotency?: Idempotency,
) {
  const now = context.clock.now()
  refuseLongPause(period)
  if (period.from_date < dateIn(LAST_ZONE, now).toString()) refuse('pause_invalid')
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
      const visits = await pause(tx, actor, series, period, now, { keepsPauses: true })
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
  if (from_date < today || from_date > addDays(today, DAYS_AHEAD_MAX)) refuse('pause_invalid')
}

/**
 * Returns the visits that it cancelled; undefined if the series has this pause already. `keepsPauses`: the series keeps
 * its pauses beside the new one. A visit counts on the day on which it is now.
 */
async function pause(
  tx: Db,
  actor: Side,
  series: LockedSeries,
  period: Period,
  now: Date,
  { keepsPauses }: { keepsPauses: boolean } = { keepsPauses: false },
): Promise<ComingVisit[] | undefined> {
  const ahead = pausesAhead(series, now)
  const kept = keepsPauses ? ahead : []
  const isThere = keepsPauses
    ? ahead.some((one) => one.from_date <= period.from_date && one.to_date >= period.to_date)
    : ahead.length === 1 &&
      ahead[0]!.from_date === period.from_date &&
      ahead[0]!.to_date === period.to_date
  if (isThere) return undefined
  if (!keepsPauses) await endPauses(tx, series, now)
  await savePauses(tx, series.id, joinedPauses([...kept, period]))
  const visits = (await lockComingVisits(tx, series.id, now, FIRST_DATE)).filter((visit) =>
    isInPeriod(period, visit.booking_date),
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
  await saveDates(
    tx,
    series.id,
    openDatesIn(paused, period).map((date) => ({
      ...dateRow(date, 'paused'),
      ...ownTimeOf(paused, date, undefined),
    })),
  )
  await createVisits(tx, (await lockSeriesRow(tx, series.id, now))!, now)
  return visits
}

/** The dates without a visit whose day lies in a period. A date that has another day for itself can lie outside it. */
function openDatesIn(series: LockedSeries, period: Period): string[] {
  const rows = new Map(series.dates.map((row) => [row.date, row]))
  const moved = series.dates.filter(({ movedDate }) => movedDate !== null).map(({ date }) => date)
  const dates = [period.from_date, period.to_date, ...moved].toSorted()
  return seriesDates(series, { from: dates[0]!, to: dates.at(-1)! })
    .map(({ date }) => date)
    .filter((date) => {
      const row = rows.get(date)
      const isOpen = !row || row.status === 'planned' || row.status === 'conflict'
      return isOpen && isInPeriod(period, row?.movedDate ?? date)
    })
}

/** The days of several pauses, in order. Those that overlap or touch become one. */
function joinedPauses(pauses: readonly Period[]): Period[] {
  const joined: Period[] = []
  for (const one of pauses.toSorted((a, b) => a.from_date.localeCompare(b.from_date))) {
    const last = joined.at(-1)
    if (!last || one.from_date > addDays(last.to_date, 1)) joined.push({ ...one })
    else if (one.to_date > last.to_date) last.to_date = one.to_date
  }
  return joined
}

/** A series has these pauses and no other. */
async function savePauses(tx: Db, seriesId: string, pauses: readonly Period[]): Promise<void> {
  await tx.deleteFrom('series_pauses').where('series_id', '=', seriesId).execute()
  if (pauses.length === 0) return
  await tx
    .insertInto('series_pauses')
    .values(pauses.map((one) => ({ series_id: seriesId, ...one })))
    .execute()
}

/** The paused dates that have not passed are open again. */
async function endPauses(tx: Db, series: LockedSeries, now: Date): Promise<void> {
  const paused = series.dates.filter(({ status }) => status === 'paused')
  const ahead = paused.filter((row) => {
    const [planned] = seriesDates(series, { from: row.date, to: row.date })
    return planned && plannedVisit(series, planned, row).startsAt > +now
  })
  await reopenDates(tx, series.id, ahead)
  await savePauses(tx, series.id, [])
  const first = ahead[0]?.date
  if (!first || (series.next_date !== null && series.next_date <= first)) return
  await tx.updateTable('series').set({ next_date: first }).where('id', '=', series.id).execute()
}

/**
 * One side ends the pauses from today on. Without a pause it changes nothing. Refusals: series_not_found, lead_locked,
 * series_not_active. rule: series-breaks
 */
export async function resumeSeries(
  context: Context,
  actor: Side,
  id: string,
  idempotency?: Idempotency,
) {
  return changeSeries(context, actor, id, idempotency, async (tx, now) => {
    const series = await lockActiveSeries(tx, actor, id, { now })
    if (pausesAhead(series, now).length === 0) return
    await endPauses(tx, series, now)
    await createVisits(tx, (await lockSeriesRow(tx, id, now))!, now)
    await recordSeriesEvent(tx, 'resumed', series, actor, now)
  })
}
