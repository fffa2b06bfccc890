import { sumCents } from '#contract/bookings/booking-price.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { loadOffer } from '#server/market/offer/load-offer.ts'
import { priceOf } from '#server/market/offer/visit-price.ts'
import { acceptSeries } from '#server/bookings/series/activate-series.ts'
import { createVisits } from '#server/bookings/series/create-visits.ts'
import { insertSeries } from '#server/bookings/series/insert-series.ts'
import { lockActiveSeries } from '#server/bookings/series/lock-series.ts'
import { skipDate } from '#server/bookings/change-series/series-commands.ts'
import { dateIn } from '#server/calendar/plan/own-date.ts'
import { addDays, visitOn } from '#server/calendar/free/series-dates.ts'
import { HOUR_MS, hoursBefore } from '../market/people.ts'
import type { DemoClient, DemoProfessional } from '../market/people.ts'

const TIME = '15:00'
const HOURS = 2
/** Free in Grace's plan and in her calendar on each of these weekdays. */
const PROPOSED_TIME = '08:00'
/** Tuesday, Wednesday and Friday: her calendar has something on Mondays and Thursdays. */
const WEEKDAYS = [2, 3, 5]

/**
 * Weekly visits, accepted two days ago: the client has skipped the third one, and the professional proposes another
 * time for the second one. Nobody gets a letter. rule: series, series-breaks, proposals
 */
export async function writeRegularVisits(
  db: Tx,
  professional: DemoProfessional,
  client: DemoClient,
  now: Date,
): Promise<void> {
  const hoursAgo = (hours: number) => hoursBefore(now, hours)
  const reader = { id: client.id, role: 'client' } as const
  const firstDate = await firstDateOf(db, professional.id, client.home.time_zone, now)
  const id = await writeSeries(db, professional, client, firstDate, hoursAgo(47.5), hoursAgo(46.5))
  // What the daily job has added since the acceptance.
  await createVisits(db, await lockActiveSeries(db, reader, id, { now }), now)

  const [, second, third] = await db
    .selectFrom('bookings')
    .select(['id', 'booking_date', 'time_zone', 'starts_at'])
    .where('series_id', '=', id)
    .orderBy('starts_at')
    .execute()
  await skipDate(db, reader, id, third!.booking_date, hoursAgo(5))
  await propose(db, professional.id, second!, hoursAgo(1))
}

/** The first of these weekdays, from the day after tomorrow on, that has no visit or request then and a week later. */
async function firstDateOf(
  db: Db,
  professionalId: string,
  timeZone: string,
  now: Date,
): Promise<string> {
  const others = await db
    .selectFrom('bookings')
    .select('booking_date')
    .where('professional_id', '=', professionalId)
    .where('status', 'in', ['pending', 'accepted'])
    .execute()
  const taken = new Set(others.map(({ booking_date }) => booking_date))
  const today = dateIn(timeZone, now)
  for (let day = today.add({ days: 2 }); ; day = day.add({ days: 1 })) {
    const date = day.toString()
    if (WEEKDAYS.includes(day.dayOfWeek) && !taken.has(date) && !taken.has(addDays(date, 7))) {
      return date
    }
  }
}

/** Writes a series as it is requested, with its first visit, and accepts it. Returns its id. */
async function writeSeries(
  db: Tx,
  { id: professional_id }: DemoProfessional,
  { id: client_id, home, address }: DemoClient,
  firstDate: string,
  requestedAt: Date,
  acceptedAt: Date,
): Promise<string> {
  const visit = { date: firstDate, time: TIME, hours: HOURS }
  const { startsAt, endsAt } = visitOn(visit, home.time_zone)
  const work = {
    service_type: 'standard',
    cleaning_frequency: 'weekly',
    estimated_hours: HOURS,
  } as const
  const price = priceOf((await loadOffer(db, professional_id))!, { ...work, extras: [] })
  const notes = 'The key is with the neighbor at 1812.'
  const place = { address, city: home.city, state: home.state }
  const series_id = crypto.randomUUID()
  const { id: bookingId } = await db
    .insertInto('bookings')
    .values({
      ...place,
      ...work,
      client_id,
      professional_id,
      zip_code: home.zip,
      time_zone: home.time_zone,
      notes,
      supplies: price.supplies,
      minimum_hours: price.minimumHours,
      status: 'accepted',
      booking_date: firstDate,
      booking_time: TIME,
      starts_at: new Date(startsAt),
      ends_at: new Date(endsAt),
      hourly_rate_cents: price.rateCents,
      total_cents: sumCents(price.lines),
      created_at: requestedAt,
      expires_at: new Date(Math.min(startsAt, +requestedAt + 72 * HOUR_MS)),
      answered_at: acceptedAt,
      sequence: 1,
      series_id,
      series_date: firstDate,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const booked = { status: 'booked', skippedBy: null, movedDate: null, movedTime: null } as const
  const dates = [{ date: firstDate, ...booked }]
  await insertSeries(
    db,
    { id: series_id, firstDate, frequency: 'weekly', time: TIME, until: null, dates },
    { ...place, ...work, zip: home.zip, timeZone: home.time_zone, notes, price },
    bookingId,
  )
  const request = { subjectId: bookingId, actorId: client_id, at: requestedAt }
  await recordEvent(db, { kind: 'booking.requested', ...request })
  const acceptance = { subjectId: bookingId, actorId: professional_id, at: acceptedAt }
  await recordEvent(db, { kind: 'booking.accepted', ...acceptance, data: { series_id } })
  await acceptSeries(
    db,
    { series_id, professional_id },
    { id: bookingId, movedTo: null },
    { which: 'all', by: professional_id },
    acceptedAt,
  )
  return series_id
}

type Visit = { id: string; booking_date: string; time_zone: string; starts_at: Date }

async function propose(db: Tx, professionalId: string, visit: Visit, at: Date): Promise<void> {
  const { id: booking_id, booking_date, time_zone, starts_at } = visit
  const time = { date: booking_date, time: PROPOSED_TIME, hours: HOURS }
  const { startsAt, endsAt } = visitOn(time, time_zone)
  const { id: proposal_id } = await db
    .insertInto('booking_proposals')
    .values({
      booking_id,
      by: 'professional',
      booking_date,
      booking_time: PROPOSED_TIME,
      starts_at: new Date(startsAt),
      ends_at: new Date(endsAt),
      note: 'My daughter has a recital that afternoon. Would the morning work?',
      outside_hours: false,
      created_at: at,
      expires_at: new Date(+at + 48 * HOUR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const to = new Date(startsAt).toISOString()
  await recordEvent(db, {
    kind: 'proposal.proposed',
    subjectId: booking_id,
    actorId: professionalId,
    at,
    data: { proposal_id, by: 'professional', to, from: starts_at.toISOString() },
  })
}
