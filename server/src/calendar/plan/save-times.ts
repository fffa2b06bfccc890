import {
  EXCEPTIONS_MAX,
  EXCEPTION_DAYS_AHEAD_MAX,
  PAUSE_DAYS_AHEAD_MAX,
} from '#contract/calendar/time-rules.ts'
import { AFFECTED_VISITS_MAX } from '#contract/calendar/time-rules.ts'
import type { NewException, SavedTime, TimeChange, TimeDocument } from '#contract/calendar/time.ts'
import { Id } from '#contract/values.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { lockCaller } from '#server/people/person/lock-people.ts'
import { lowerKeptBuffers } from '../free/buffer.ts'
import { isOutsideHours } from './hours-of-days.ts'
import { lockAcceptances } from '../free/lock-acceptances.ts'
import { dateIn } from './own-date.ts'
import { FALLBACK_ZONE } from './own-zone.ts'
import { documentOf, minuteOf, planOf } from './time-document.ts'
import {
  comingVisits,
  deleteException,
  insertException,
  lockTimesRow,
  replacePlan,
  updateTimes,
} from './time.queries.ts'
import { loadTimes } from './times.ts'
import type { Exception, Times } from './times.ts'

/**
 * A professional changes their plan, rules, pause or mode of instant booking: all that `change` names, or nothing. No
 * booking's time changes; a shorter pause between visits is that of coming visits too. Refusals:
 * date_invalid, complete_profile_first, time_changed, hours_first. rule: working-hours, visit-rules, paused-clients,
 * instant-booking
 */
export async function saveTimes(
  context: Context,
  professionalId: string,
  change: TimeChange,
  idempotency?: Idempotency,
): Promise<SavedTime> {
  const { version, ...fields } = change
  const now = context.clock.now()
  return runInTransaction(context.db, idempotency, async (tx) => {
    const times = await lockTimes(tx, professionalId, now)
    refuseUnlessInDays(zoneOf(times), fields.paused_until, PAUSE_DAYS_AHEAD_MAX, now)
    const before = times ?? refuse('complete_profile_first')
    if (version !== undefined && version !== before.version) refuse('time_changed')
    const plan = fields.plan === undefined ? before.plan : fields.plan && planOf(fields.plan)
    const isInstant = fields.instant_booking && fields.instant_booking !== 'off'
    if (!plan && isInstant) refuse('hours_first')

    if (Object.values(fields).some((value) => value !== undefined)) {
      await updateTimes(tx, professionalId, {
        ...fields.rules,
        ...(fields.paused_until === undefined ? {} : { paused_until: fields.paused_until }),
        stated: plan !== null,
        instant_booking: plan ? (fields.instant_booking ?? before.instantBooking) : 'off',
      })
      if (fields.plan !== undefined) await replacePlan(tx, professionalId, plan ?? [])
      const buffer = fields.rules?.buffer_minutes
      if (buffer !== undefined) await lowerKeptBuffers(tx, professionalId, buffer, now)
      await recordChange(tx, professionalId, now)
    }
    return savedTime(tx, professionalId, now)
  })
}

/**
 * A professional adds days off or extra hours. Refusals: exception_invalid, complete_profile_first,
 * too_many_exceptions. rule: working-hours
 */
export async function addException(
  context: Context,
  professionalId: string,
  { kind, from_date, to_date, from, to, note }: NewException,
  idempotency?: Idempotency,
): Promise<SavedTime> {
  const now = context.clock.now()
  return runInTransaction(context.db, idempotency, async (tx) => {
    const times = await lockTimes(tx, professionalId, now)
    const today = dateIn(zoneOf(times), now)
    const last = today.add({ days: EXCEPTION_DAYS_AHEAD_MAX })
    if (from_date < today.toString() || to_date > last.toString()) refuse('exception_invalid')
    const before = times ?? refuse('complete_profile_first')
    const kept = before.exceptions.filter(({ toDate }) => toDate >= today.toString())
    if (kept.length >= EXCEPTIONS_MAX) refuse('too_many_exceptions')
    await insertException(tx, {
      professional_id: professionalId,
      kind,
      from_date,
      to_date,
      from_minute: from ? minuteOf(from) : null,
      to_minute: to ? minuteOf(to) : null,
      note: note ?? '',
      created_at: now,
    })
    await updateTimes(tx, professionalId, {})
    await recordChange(tx, professionalId, now)
    return savedTime(tx, professionalId, now)
  })
}

/**
 * Closes whole days of a professional, and removes the extra hours in them. In the transaction of an absence, which
 * holds the lock of `lockAcceptances`. Returns the id of the exception; days that are closed already keep theirs.
 * Nobody is too ill to say so: it is never one too many. rule: absence
 */
export async function takeDaysOff(
  tx: Db,
  professionalId: string,
  times: Times,
  days: OwnDays,
  now: Date,
): Promise<string> {
  const { from, to } = days
  const isSame = ({ kind, fromDate, toDate, from: hours }: Exception) =>
    kind === 'off' && hours === null && fromDate === from && toDate === to
  const known = times.exceptions.find(isSame)
  const extra = times.exceptions.filter(
    ({ kind, fromDate, toDate }) => kind === 'extra' && fromDate <= to && toDate >= from,
  )
  if (known && extra.length === 0) return known.id

  await lockTimesRow(tx, professionalId)
  const isFull = times.exceptions.length >= EXCEPTIONS_MAX
  const covered = times.exceptions.filter((one) => isFull && one !== known && isCovered(one, days))
  for (const { id } of [...extra, ...covered]) await deleteException(tx, professionalId, id)
  const columns = { professional_id: professionalId, created_at: now }
  for (const part of extra.flatMap((one) => outsideOf(one, days))) {
    await insertException(tx, { ...columns, ...part })
  }
  const whole = { kind: 'off', from_date: from, to_date: to, from_minute: null, to_minute: null }
  const id = known?.id ?? (await insertException(tx, { ...columns, ...whole, note: '' }))
  await updateTimes(tx, professionalId, {})
  await recordChange(tx, professionalId, now)
  return id
}

/** Whole days off without a note add nothing to a longer absence. */
function isCovered({ kind, fromDate, toDate, from, note }: Exception, days: OwnDays): boolean {
  const isWholeDays = kind === 'off' && from === null && note === ''
  return isWholeDays && fromDate >= days.from && toDate <= days.to
}

/** Own dates, both inclusive. */
export type OwnDays = { from: string; to: string }

/**
 * Refuses 'period_invalid' unless the days are from today on, as far ahead as exceptions go; 'complete_profile_first'
 * without a profile. rule: absence
 */
export function refuseUnlessAhead(
  times: Times | undefined,
  { from, to }: OwnDays,
  now: Date,
): Times {
  const today = dateIn(zoneOf(times), now)
  const last = today.add({ days: EXCEPTION_DAYS_AHEAD_MAX })
  if (from < today.toString() || to > last.toString()) refuse('period_invalid')
  return times ?? refuse('complete_profile_first')
}

/** The rest of an exception before and after these days, as columns. */
function outsideOf({ kind, fromDate, toDate, from, to, note }: Exception, days: OwnDays) {
  const before = Temporal.PlainDate.from(days.from).subtract({ days: 1 }).toString()
  const after = Temporal.PlainDate.from(days.to).add({ days: 1 }).toString()
  const parts = [
    { from_date: fromDate, to_date: before },
    { from_date: after, to_date: toDate },
  ]
  return parts
    .filter(({ from_date, to_date }) => from_date <= to_date)
    .map((dates) => ({ kind, ...dates, from_minute: from, to_minute: to, note }))
}

/** A professional removes an exception. One that is not theirs, or is gone, changes nothing. rule: working-hours */
export async function removeException(
  context: Context,
  professionalId: string,
  id: string,
): Promise<TimeDocument> {
  const now = context.clock.now()
  return context.db.transaction().execute(async (tx) => {
    const before = (await lockTimes(tx, professionalId, now)) ?? refuse('complete_profile_first')
    const isId = Id.safeParse(id).success
    if (!isId || !(await deleteException(tx, professionalId, id))) return documentOf(before, now)
    await updateTimes(tx, professionalId, {})
    await recordChange(tx, professionalId, now)
    return documentOf((await loadTimes(tx, professionalId, now))!, now)
  })
}

/**
 * Sets where the professional's day starts; null: the ZIP of the first service area. Called in the transaction that
 * saves the profile and holds the lock of `lockAcceptances`. rule: working-hours
 */
export async function saveBaseZip(
  tx: Db,
  professionalId: string,
  baseZip: string | null,
  now: Date,
): Promise<void> {
  const before = await loadTimes(tx, professionalId, now)
  if (!before || before.baseZip === baseZip) return
  await lockTimesRow(tx, professionalId)
  await updateTimes(tx, professionalId, { base_zip: baseZip })
  await recordChange(tx, professionalId, now)
}

/** Locks the times until the transaction ends. Acceptances of bookings wait for it. Undefined without a profile. */
async function lockTimes(tx: Tx, professionalId: string, now: Date): Promise<Times | undefined> {
  await lockCaller(tx, professionalId)
  await lockAcceptances(tx, professionalId)
  await lockTimesRow(tx, professionalId)
  return loadTimes(tx, professionalId, now)
}

/** Dates are checked before the profile is missed. rule: order-of-refusal */
const zoneOf = (times: Times | undefined) => times?.ownZone ?? FALLBACK_ZONE

/** rule: paused-clients */
function refuseUnlessInDays(
  ownZone: string,
  date: string | null | undefined,
  daysAhead: number,
  now: Date,
): void {
  if (!date) return
  const today = dateIn(ownZone, now)
  const last = today.add({ days: daysAhead })
  if (date < today.toString() || date > last.toString()) refuse('date_invalid')
}

function recordChange(tx: Db, professionalId: string, at: Date): Promise<string> {
  const actor = { subjectId: professionalId, actorId: professionalId }
  return recordEvent(tx, { kind: 'time.changed', ...actor, at })
}

/** The document as it is now, with the next accepted visits outside the hours. */
async function savedTime(tx: Db, professionalId: string, now: Date): Promise<SavedTime> {
  const times = (await loadTimes(tx, professionalId, now))!
  const visits = await comingVisits(tx, professionalId, now)
  const outside = visits.filter(({ starts_at, ends_at }) =>
    isOutsideHours(times, { startsAt: starts_at.getTime(), endsAt: ends_at.getTime() }),
  )
  return {
    ...documentOf(times, now),
    affected: outside.slice(0, AFFECTED_VISITS_MAX).map(({ id, starts_at }) => ({
      booking_id: id,
      starts_at: starts_at.toISOString(),
    })),
  }
}
