import { createHmac } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { BusyRow } from './busy-calendars.queries.ts'
import type { CalendarResult } from '#server/outside/calendars/calendars.ts'
import { loadTimes } from '../plan/times.ts'
import { DAY_MS, ZoneClock } from '../plan/zone-clock.ts'

type GoodReading = Extract<CalendarResult, { intervals: unknown }>

const WINDOW_DAYS_BACK = 1
const WINDOW_DAYS_AHEAD = 400

/**
 * Reads the busy times of a calendar from yesterday to 400 days ahead, in the own zone. `chosenZone` is the one of
 * times whose zone is not certain. rule: busy-times, calendar-lines
 */
export async function readBusyTimes(
  { db, clock, calendars }: Context,
  professionalId: string,
  bytes: Uint8Array,
  chosenZone: string | null,
): Promise<CalendarResult> {
  const now = clock.now()
  // The input is checked before the profile: without one the zone does not matter.
  const ownZone = (await loadTimes(db, professionalId, now))?.ownZone ?? 'UTC'
  const zone = ZoneClock.of(ownZone)
  const today = zone.dayOf(now.getTime())
  const midnight = (day: number) => zone.instantOf(day * DAY_MS).instant
  const from = midnight(today - WINDOW_DAYS_BACK)
  const to = midnight(today + WINDOW_DAYS_AHEAD + 1)
  return calendars.read({ bytes, ownZone, chosenZone, from, to }, professionalId)
}

/** The columns of a calendar that a good reading sets. */
export function factsOf({ unread, unsureZones }: GoodReading) {
  return { unread, unsure_zones: JSON.stringify(unsureZones) }
}

/** The rows of busy times. A UID can name a person or a place, so only a keyed hash of it is stored. */
export function rowsOf(
  { verificationKeys }: Pick<Context, 'verificationKeys'>,
  calendarId: string,
  { intervals }: Pick<GoodReading, 'intervals'>,
): BusyRow[] {
  return intervals.map(({ uid, startsAt, endsAt }) => ({
    uid_hash: createHmac('sha256', verificationKeys.hash)
      .update(`uid of ${calendarId} ${uid}`)
      .digest(),
    starts_at: new Date(startsAt),
    ends_at: new Date(endsAt),
  }))
}
