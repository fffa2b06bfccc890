import type { Period, Series } from '#contract/series.ts'
import { SERIES_PAUSE_DAYS_MAX } from '#contract/time-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/actor.ts'
import { runInTransaction } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { refuse } from '#server/http/refusal.ts'
import { refuseIfSuspended } from '#server/http/suspended.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { lockPeople, suspensionOf } from '../identity/lock-people.ts'
import { lockAcceptancesOf } from '../time/lock-acceptances.ts'
import { dateIn } from '../time/own-date.ts'
import { addDays, seriesDates } from '../time/series-dates.ts'
import { dayOfDate } from '../time/zone-clock.ts'
import { createVisits, plannedVisit } from './create-visits.ts'
import { lockActiveSeries, recordSeriesEvent } from './lock-series.ts'
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
  bookingToShow,
  dateRow,
  lockComingVisits,
  lockSeriesRow,
  lockSeriesRows,
  saveDates,
} from './series.queries.ts'
import type { ComingVisit, LockedSeries } from './series.queries.ts'
import { readSeries } from './series-view.ts'

/** The most series that one call pauses. */
const SERIES_AT_ONCE_MAX = 200

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
  if (from_date < today || from_date > addDays(today, DAYS_AHEAD_MAX)) refuse('pause_invalid')
}

/**
 * Returns the visits that it cancelled; undefined if the series has this pause already. `keepsPause`: a pause of the
 * series goes on beside the new one.
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
