import { cents } from '#contract/bookings/booking-price.ts'
import { HOURLY_RATE_MAX, HOURLY_RATE_MIN } from '#contract/market/profile-rules.ts'
import type { ChangeAnswer, NewChange } from '#contract/bookings/series.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { refuseUnlessLabour } from '#server/market/offer/visit-price.ts'
import { dateIn } from '#server/calendar/plan/own-date.ts'
import { refuseTooShort } from '#server/calendar/free/refuse-visit.ts'
import { addDays, nextSeriesDates, visitOn, weekdayOf } from '#server/calendar/free/series-dates.ts'
import { changeTerms } from './change-terms.ts'
import {
  lockActiveSeries,
  lockOwnSeries,
  recordSeriesEvent,
  refuseUnlessLeadOpen,
} from '../series/lock-series.ts'
import { changeSeries, countCommand, DAYS_AHEAD_MAX, firstStartOf } from './series-commands.ts'
import { bookingToShow, hasBegunVisit, pairState } from '../series/series.queries.ts'
import type { LockedSeries, Terms } from '../series/series.queries.ts'
import { readSeries } from '../series/series-view.ts'
import { isRateAlone, newTerms, termsFrom } from './terms-of-change.ts'
import type { ChangedFields, ChangeOfTerms } from './terms-of-change.ts'

const DAY_MS = 86_400_000
const ANSWER_DAYS = 7
/** How many days ahead a higher rate must be announced. rule: series-changes */
const RATE_NOTICE_DAYS = 30
/** How many changes one side proposes for a series in 24 hours. RATE_LIMIT_SCALE multiplies it. rule: series */
const CHANGES_A_DAY_MAX = 5

type StoredChange = ChangeOfTerms & {
  id: string
  by: string
  status: string
  expires_at: Date
}

/**
 * One side proposes to change a series from a date on. Nothing changes before the other side accepts, but a lower rate
 * alone holds at once. Refusals: not_yours, hourly_rate_invalid, invalid_input, series_not_found, lead_locked,
 * series_not_active, conversation_blocked, series_date_invalid, rate_notice, hours_below_minimum, extras_too_long,
 * change_open, booking_started, too_many_requests. rule: series-changes, series
 */
export async function proposeChange(
  context: Context,
  actor: Side,
  id: string,
  asked: NewChange,
  idempotency?: Idempotency,
) {
  refuseRate(actor, asked)
  const now = context.clock.now()
  await countCommand(context, actor, idempotency)
  await runInTransaction(context.db, idempotency, async (tx) => {
    let change: ReturnType<typeof changeOf> | undefined
    const checkInput = (locked: LockedSeries) => {
      if (locked.status === 'active') change = changeOf(locked, asked, now)
    }
    const series = await lockActiveSeries(tx, actor, id, { now, checkInput })
    if ((await pairState(tx, series)).blocked) refuse('conversation_blocked')
    const { terms, fields, isRaise } = change!
    const firstStart = startOfFirst(series, terms, asked.from_date, fields)
    if (firstStart <= +now || (await hasBegunVisit(tx, id, asked.from_date, now))) {
      refuse('booking_started')
    }
    await refuseIfOpen(tx, id, now)
    await refuseTooMany(context, tx, actor, id, now)
    const isLowerRateAlone = fields.hourly_rate_cents !== null && !isRaise && isRateAlone(fields)
    const stored = await insertChange(tx, {
      ...fields,
      series_id: id,
      by: actor.role,
      from_date: asked.from_date,
      status: isLowerRateAlone ? 'accepted' : 'open',
      created_at: now,
      expires_at: new Date(Math.min(+now + ANSWER_DAYS * DAY_MS, firstStart)),
    })
    if (isLowerRateAlone)
      await changeTerms(context, tx, actor, series, termsFrom(series, terms, stored), now)
    await recordSeriesEvent(tx, isLowerRateAlone ? 'changed' : 'proposed', series, actor, now, {
      change_id: stored.id,
    })
    return { id: stored.id }
  })
  await notifyBookingChange(context, await bookingToShow(context.db, id, now))
  return { series: await readSeries(context, actor, id) }
}

/**
 * The terms before the change, the fields that change, and whether the rate rises. Refuses a change that no running
 * series allows, whatever the state of this one.
 */
function changeOf(series: LockedSeries, asked: NewChange, now: Date) {
  const terms = termsBefore(series, asked.from_date, now)
  const fields = changedFields(terms, asked)
  const isRaise = fields.hourly_rate_cents !== null && fields.hourly_rate_cents > terms.rateCents
  const today = dateIn(series.time_zone, now).toString()
  if (isRaise && asked.from_date < addDays(today, RATE_NOTICE_DAYS)) refuse('rate_notice')
  const hours = fields.estimated_hours ?? terms.hours
  if (fields.estimated_hours !== null && hours < series.minimum_hours) {
    refuseTooShort(series.minimum_hours)
  }
  refuseUnlessLabour({ minutes: hours * 60, extras: series.extras })
  return { terms, fields, isRaise }
}

function refuseRate({ role }: Side, { hourly_rate, ...asked }: NewChange): void {
  if (hourly_rate !== undefined) {
    if (role === 'client') refuse('not_yours')
    const isInRange = hourly_rate >= HOURLY_RATE_MIN && hourly_rate <= HOURLY_RATE_MAX
    if (!isInRange || cents(hourly_rate) / 100 !== hourly_rate) refuse('hourly_rate_invalid')
  } else if (Object.values(asked).filter((value) => value !== undefined).length < 2) {
    refuse('invalid_input')
  }
}

/** The terms that hold at a date without the change. Refuses 'series_date_invalid' for a date without a later visit. */
function termsBefore(series: LockedSeries, from: string, now: Date): Terms {
  const today = dateIn(series.time_zone, now).toString()
  if (from < today || from > addDays(today, DAYS_AHEAD_MAX)) refuse('series_date_invalid')
  const [first] = nextSeriesDates(series, from, 1)
  return first?.terms ?? refuse('series_date_invalid')
}

/** The fields that differ from the present terms. Refuses 'invalid_input' if none does. */
function changedFields(terms: Terms, asked: NewChange): ChangedFields {
  const rate = asked.hourly_rate === undefined ? undefined : cents(asked.hourly_rate)
  const differing = <Value>(value: Value | undefined, present: Value) =>
    value === undefined || value === present ? null : value
  const fields = {
    weekday: differing(asked.weekday, weekdayOf(terms.firstDate)),
    booking_time: differing(asked.booking_time, terms.time),
    estimated_hours: differing<number>(asked.estimated_hours, terms.hours),
    cleaning_frequency: differing(asked.cleaning_frequency, terms.frequency),
    hourly_rate_cents: differing(rate, terms.rateCents),
  }
  if (Object.values(fields).every((value) => value === null)) refuse('invalid_input')
  return fields
}

/** The start of the first visit that a change touches, by the old terms or the new ones, whichever is earlier. */
function startOfFirst(
  series: LockedSeries,
  terms: Terms,
  from: string,
  fields: ChangedFields,
): number {
  const [old] = nextSeriesDates(series, from, 1)
  const next = newTerms(terms, { ...fields, from_date: from }, old!.date)
  return Math.min(
    visitOn({ date: old!.date, time: old!.terms.time, hours: 1 }, series.time_zone).startsAt,
    visitOn({ date: next.firstDate, time: next.time, hours: 1 }, series.time_zone).startsAt,
  )
}

const CHANGE_COLUMNS = [
  'id',
  'by',
  'status',
  'expires_at',
  'from_date',
  'weekday',
  'booking_time',
  'estimated_hours',
  'cleaning_frequency',
  'hourly_rate_cents',
] as const

/** Refuses 'change_open' with the change. One that is past its time is closed. */
async function refuseIfOpen(tx: Db, seriesId: string, now: Date): Promise<void> {
  const open = await tx
    .selectFrom('series_changes')
    .select(CHANGE_COLUMNS)
    .where('series_id', '=', seriesId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (!open) return
  if (open.expires_at > now) {
    const { hourly_rate_cents: rate, ...fields } = open
    const known = Object.entries({ ...fields, hourly_rate: rate === null ? null : rate / 100 })
    refuse('change_open', {
      answerFields: { change: Object.fromEntries(known.filter(([, value]) => value !== null)) },
    })
  }
  await tx
    .updateTable('series_changes')
    .set({ status: 'expired' })
    .where('id', '=', open.id)
    .execute()
}

/** Refuses 'too_many_requests' until fewer of this side's changes are from the last day. rule: series */
async function refuseTooMany(
  { config }: Context,
  tx: Db,
  { role }: Side,
  seriesId: string,
  now: Date,
): Promise<void> {
  const most = CHANGES_A_DAY_MAX * config.rateLimitScale
  const oldest = await tx
    .selectFrom('series_changes')
    .select('created_at')
    .where('series_id', '=', seriesId)
    .where('by', '=', role)
    .where('created_at', '>', new Date(+now - DAY_MS))
    .orderBy('created_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest) refuseForSeconds('too_many_requests', (+oldest.created_at + DAY_MS - +now) / 1000)
}

async function insertChange(
  tx: Db,
  change: ChangeOfTerms & {
    series_id: string
    by: string
    status: string
    created_at: Date
    expires_at: Date
  },
): Promise<StoredChange> {
  return tx
    .insertInto('series_changes')
    .values(change)
    .returning(CHANGE_COLUMNS)
    .executeTakeFirstOrThrow()
}

/**
 * One side answers a change: the other side accepts or declines, the author withdraws. Accepting moves the visits. The
 * same answer again changes nothing. Refusals: series_not_found, not_yours, lead_locked, series_not_active,
 * change_over, booking_started. rule: series-changes
 */
export async function answerChange(
  context: Context,
  actor: Side,
  { id, changeId }: { id: string; changeId: string },
  answer: ChangeAnswer,
) {
  return changeSeries(context, actor, id, undefined, async (tx, now) => {
    const series = await lockOwnSeries(tx, actor, id, { now, isFree: true })
    const change = Id.safeParse(changeId).success
      ? await tx
          .selectFrom('series_changes')
          .select(CHANGE_COLUMNS)
          .where('id', '=', changeId)
          .where('series_id', '=', id)
          .executeTakeFirst()
      : undefined
    if (!change) refuse('series_not_found')
    if ((change.by === actor.role) !== (answer === 'withdrawn')) refuse('not_yours')
    if (change.status === answer) return
    if (answer !== 'declined') await refuseUnlessLeadOpen(tx, actor, series)
    if (series.status !== 'active') refuse('series_not_active')
    if (change.status !== 'open' || change.expires_at <= now) refuse('change_over')
    const terms = nextSeriesDates(series, change.from_date, 1)[0]?.terms ?? refuse('change_over')
    const firstStart = startOfFirst(series, terms, change.from_date, change)
    const isLate = firstStart <= +now || (await hasBegunVisit(tx, id, change.from_date, now))
    if (answer === 'accepted' && isLate) refuse('booking_started')
    await tx
      .updateTable('series_changes')
      .set({ status: answer })
      .where('id', '=', changeId)
      .execute()
    const data = { change_id: changeId, by: change.by }
    if (answer !== 'accepted') return recordSeriesEvent(tx, answer, series, actor, now, data)
    const visits = await changeTerms(
      context,
      tx,
      actor,
      series,
      termsFrom(series, terms, change),
      now,
    )
    const from = firstStartOf([{ visits }])
    await recordSeriesEvent(tx, 'changed', series, actor, now, { ...data, from })
  })
}
