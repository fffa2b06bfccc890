import { priceLines } from '#contract/bookings/booking-price.ts'
import type { Db } from '#server/db/db.ts'
import { recordAndNotify } from '#server/events/record.ts'
import { Refusal, refuse } from '#server/http/calls/refusal.ts'
import { makeAgreement } from '../agreements/make-agreement.ts'
import { replaceLines } from '#server/market/offer/booking-lines.ts'
import { bufferOfAcceptance } from '#server/calendar/free/buffer.ts'
import { noticeHoursOf } from '#server/calendar/free/notice-hours.ts'
import { isOverlapViolation } from './booking-moves.queries.ts'
import type { LockedBooking } from './booking-moves.queries.ts'
import { overlapsAccepted } from '../proposals/proposals.queries.ts'
import { visitTime } from '../lists/visit-time.ts'
import type { VisitTime } from '../lists/visit-time.ts'

/** A visit that repairs an earlier one for nothing, by the clock of the home. */
export type OfferedReclean = { booking_date: string; booking_time: string; estimated_hours: number }

const NO_BOOKING = '00000000-0000-0000-0000-000000000000'

/**
 * Checks a re-clean that the professional offers: a coming time, beside their accepted visits. The time is not
 * reserved. Refuses what `visitTime` refuses, and 'booking_overlap'. rule: reclean
 */
export async function checkReclean(
  tx: Db,
  original: LockedBooking,
  offered: OfferedReclean,
  now: Date,
): Promise<void> {
  const time = timeOf(original, offered, now)
  if (await overlapsAccepted(tx, { ...original, id: NO_BOOKING }, time)) refuse('booking_overlap')
}

/**
 * Books the re-clean of a visit, which the caller has locked with `accepts`: an accepted booking of the same home that
 * costs nothing. Returns its id. Refuses 'slot_taken' if its time is not free any more, or past. rule: reclean
 */
export async function bookReclean(
  tx: Db,
  original: LockedBooking,
  offered: OfferedReclean,
  now: Date,
): Promise<string> {
  const { startsAt, endsAt, bufferMinutes } = await freeTimeOf(tx, original, offered, now)
  const { hourly_rate_cents, ...copied } = await tx
    .selectFrom('bookings')
    .select(COPIED_COLUMNS)
    .where('id', '=', original.id)
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('bookings')
    .values({
      ...copied,
      home_facts: json(copied.home_facts),
      home_rooms: json(copied.home_rooms),
      hourly_rate_cents,
      status: 'accepted',
      cleaning_frequency: 'one_time',
      booking_date: offered.booking_date,
      booking_time: offered.booking_time,
      starts_at: startsAt,
      ends_at: endsAt,
      expires_at: startsAt,
      estimated_hours: offered.estimated_hours,
      total_cents: 0,
      created_at: now,
      notice_hours: await noticeHoursOf(tx, original.professional_id),
      buffer_minutes: bufferMinutes,
      sequence: 1,
      reclean_of: original.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (isOverlapViolation(error)) refuse('slot_taken')
      throw error
    })
  await replaceLines(
    tx,
    id,
    priceLines({
      rateCents: hourly_rate_cents,
      minutes: offered.estimated_hours * 60,
      extras: [],
      suppliesCents: null,
      discountPercent: 0,
      isReclean: true,
    }),
  )
  const made = { because: 'accepted', by: original.client_id, at: now } as const
  await makeAgreement(tx, { bookingId: id }, made)
  await recordAndNotify(tx, 'notify-booking', {
    kind: 'booking.accepted',
    subjectId: id,
    actorId: original.professional_id,
    at: now,
    data: { instant: true, reclean: true },
  })
  return id
}

const COPIED_COLUMNS = [
  'client_id',
  'professional_id',
  'service_type',
  'time_zone',
  'address',
  'city',
  'state',
  'zip_code',
  'notes',
  'home_id',
  'home_facts',
  'home_rooms',
  'home_parking',
  'hourly_rate_cents',
  'supplies',
  'minimum_hours',
] as const

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

function timeOf({ time_zone }: LockedBooking, offered: OfferedReclean, now: Date): VisitTime {
  const { booking_date: date, booking_time: time, estimated_hours: hours } = offered
  return visitTime({ date, time, hours, timeZone: time_zone }, now)
}

async function freeTimeOf(tx: Db, original: LockedBooking, offered: OfferedReclean, now: Date) {
  try {
    const time = timeOf(original, offered, now)
    const bufferMinutes = await bufferOfAcceptance(tx, {
      id: NO_BOOKING,
      professional_id: original.professional_id,
      starts_at: time.startsAt,
      ends_at: time.endsAt,
    })
    return { ...time, bufferMinutes }
  } catch (error) {
    // The client learns only that the time is not free.
    if (error instanceof Refusal) refuse('slot_taken')
    throw error
  }
}
