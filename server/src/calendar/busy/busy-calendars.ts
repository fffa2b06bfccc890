import { randomUUID } from 'node:crypto'
import type { BusyCalendar, CalendarFields, NewFeed } from '#contract/calendar/busy-times.ts'
import { CALENDARS_MAX } from '#contract/calendar/time-rules.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/db.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import {
  runInTransaction,
  runOutsideTransactionOnce,
  unlessRepeated,
} from '#server/http/calls/idempotency.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { addressesOf, feedUrlOf } from '#server/outside/calendars/feed-address.ts'
import { enqueue } from '#server/queue/queue.ts'
import { lockCaller } from '#server/people/person/lock-people.ts'
import {
  calendarsOf,
  feedOfProfessional,
  lockCalendar,
  replaceBusyTimes,
} from './busy-calendars.queries.ts'
import { sealAddress } from './feed-secret.ts'
import { lockAcceptances } from '../free/lock-acceptances.ts'
import { factsOf, readBusyTimes, rowsOf } from './read-busy-times.ts'
import { readFeed } from './read-feeds.ts'
import { loadTimes } from '../plan/times.ts'

/** Look-ups of the name of a new feed wait at most this long. What takes longer is found by the reading. */
const LOOKUP_MS_MAX = 3_000

type Answer = { calendar: BusyCalendar }

/** The other calendars of a professional. Refuses 'complete_profile_first'. rule: busy-times */
export async function ownCalendarsOf({ db, clock }: Context, professionalId: string) {
  const times = await loadTimes(db, professionalId, clock.now())
  if (!times) refuse('complete_profile_first')
  return { calendars: await calendarsOf(db, professionalId) }
}

/**
 * Adds a calendar from a file, or replaces the busy times of the file `calendar_id`. Refuses calendar_unreadable,
 * calendar_too_large, calendar_not_found, complete_profile_first, too_many_calendars. rule: busy-times
 */
export async function addFile(
  context: Context,
  professionalId: string,
  fields: CalendarFields,
  bytes: Uint8Array,
  idempotency: Idempotency | undefined,
): Promise<Answer> {
  const { label, calendar_id: id } = fields
  if (id === undefined && label === undefined) refuse('invalid_input')
  const zone = id === undefined ? null : await zoneOfCalendar(context.db, professionalId, id)
  const read = await readBusyTimes(context, professionalId, bytes, zone)
  if ('problem' in read) refuse(`calendar_${read.problem}`)
  const now = context.clock.now()
  return runInTransaction(context.db, idempotency, async (tx) => {
    await lockTime(tx, professionalId)
    const calendarId =
      id === undefined
        ? await insertCalendar(tx, { professionalId, label: label!, now })
        : await fileOf(tx, professionalId, id)
    await tx
      .updateTable('busy_calendars')
      .set({
        state: 'ok',
        read_at: now,
        tried_at: now,
        ...factsOf(read),
        ...(label === undefined ? {} : { label }),
      })
      .where('id', '=', calendarId)
      .execute()
    await replaceBusyTimes(tx, professionalId, calendarId, rowsOf(context, calendarId, read))
    return answerOf(tx, professionalId, calendarId)
  })
}

/**
 * Adds a feed; a job reads it at once. Refuses feed_address_refused, complete_profile_first, too_many_calendars.
 * rule: busy-times
 */
export async function addFeed(
  context: Context,
  professionalId: string,
  { feed_url, label }: NewFeed,
  idempotency: Idempotency | undefined,
): Promise<Answer> {
  const repeated = await unlessRepeated(context.db, idempotency, () =>
    consumeRateLimit(context, 'feed_by_user', professionalId),
  )
  if (repeated) return repeated.answer as Answer
  const { calendarTestOrigin, calendarHosts } = context.config
  const url =
    feedUrlOf(feed_url, calendarTestOrigin, calendarHosts) ?? refuse('feed_address_refused')
  const addresses = await Promise.race([
    addressesOf(url, calendarTestOrigin).catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, LOOKUP_MS_MAX, undefined).unref()),
  ])
  if (addresses === 'refused') refuse('feed_address_refused')
  const now = context.clock.now()
  return runInTransaction(context.db, idempotency, async (tx) => {
    await lockTime(tx, professionalId)
    const calendarId = await insertCalendar(tx, {
      professionalId,
      label,
      now,
      feed: { url, context },
    })
    await enqueue(tx, 'read-calendar', { calendar_id: calendarId })
    return answerOf(tx, professionalId, calendarId)
  })
}

/** Reads a feed now. Refuses calendar_not_found, and too_many_requests within 5 minutes. rule: busy-times */
export async function readNow(
  context: Context,
  professionalId: string,
  calendarId: string,
  idempotency: Idempotency | undefined,
): Promise<Answer> {
  const id = Id.safeParse(calendarId).data ?? refuse('calendar_not_found')
  return runOutsideTransactionOnce(context.db, idempotency, async () => {
    const feed =
      (await feedOfProfessional(context.db, professionalId, id)) ?? refuse('calendar_not_found')
    await consumeRateLimit(context, 'read_by_calendar', feed.id)
    await readFeed(context, feed)
    return answerOf(context.db, professionalId, feed.id)
  })
}

/**
 * Chooses the zone of times in a calendar whose zone is not certain. A feed is read again at once, a file has to be
 * sent again. Refuses calendar_not_found, complete_profile_first. rule: calendar-lines
 */
export async function chooseZone(
  context: Context,
  professionalId: string,
  calendarId: string,
  time_zone: string | null,
): Promise<Answer> {
  const id = Id.safeParse(calendarId).data ?? refuse('calendar_not_found')
  await consumeRateLimit(context, 'calendar_by_user', professionalId)
  return context.db.transaction().execute(async (tx) => {
    await lockTime(tx, professionalId)
    const { kind } = (await lockCalendar(tx, professionalId, id)) ?? refuse('calendar_not_found')
    const isFeed = kind === 'feed'
    const again = { state: 'waiting', problem: null, failing_since: null, told: false } as const
    await tx
      .updateTable('busy_calendars')
      .set({ time_zone, ...(isFeed ? again : {}) })
      .where('id', '=', id)
      .execute()
    if (isFeed) await enqueue(tx, 'read-calendar', { calendar_id: id })
    return answerOf(tx, professionalId, id)
  })
}

/** Removes a calendar with its busy times. One that is not theirs, or is gone, changes nothing. rule: busy-times */
export async function remove({ db }: Context, professionalId: string, calendarId: string) {
  return db.transaction().execute(async (tx) => {
    await lockTime(tx, professionalId)
    if (Id.safeParse(calendarId).success) {
      await tx
        .deleteFrom('busy_calendars')
        .where('professional_id', '=', professionalId)
        .where('id', '=', calendarId)
        .execute()
    }
    return { calendars: await calendarsOf(tx, professionalId) }
  })
}

/** Locks the professional's time until the transaction ends. */
async function lockTime(tx: Tx, professionalId: string): Promise<void> {
  await lockCaller(tx, professionalId)
  await lockAcceptances(tx, professionalId)
  const profiles = tx.selectFrom('professionals').where('user_id', '=', professionalId)
  if (!(await profiles.select('user_id').executeTakeFirst())) refuse('complete_profile_first')
}

type NewCalendar = {
  professionalId: string
  label: string
  now: Date
  feed?: { url: URL; context: Context }
}

async function insertCalendar(tx: Tx, { professionalId, label, now, feed }: NewCalendar) {
  const { count } = await tx
    .selectFrom('busy_calendars')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('professional_id', '=', professionalId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= CALENDARS_MAX) refuse('too_many_calendars')
  const id = randomUUID()
  await tx
    .insertInto('busy_calendars')
    .values({
      id,
      professional_id: professionalId,
      label,
      kind: feed ? 'feed' : 'file',
      created_at: now,
      ...(feed
        ? { host: feed.url.host, ...sealAddress(feed.context.verificationKeys, id, feed.url.href) }
        : {}),
    })
    .execute()
  return id
}

async function zoneOfCalendar(db: Db, professionalId: string, id: string) {
  if (!Id.safeParse(id).success) return null
  const calendars = await calendarsOf(db, professionalId, id)
  return calendars[0]?.time_zone ?? null
}

async function fileOf(tx: Tx, professionalId: string, id: string): Promise<string> {
  const uuid = Id.safeParse(id).data ?? refuse('calendar_not_found')
  const calendar = await lockCalendar(tx, professionalId, uuid)
  return calendar?.kind === 'file' ? calendar.id : refuse('calendar_not_found')
}

async function answerOf(db: Db, professionalId: string, id: string): Promise<Answer> {
  const [calendar] = await calendarsOf(db, professionalId, id)
  return { calendar: calendar ?? refuse('calendar_not_found') }
}
