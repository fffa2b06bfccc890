import type { Insertable } from 'kysely'
import { sumCents } from '#contract/booking-price.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import { recordEvent } from '#server/events/record.ts'
import { loadOffer } from '#server/features/offer/load-offer.ts'
import { priceOf } from '#server/features/offer/visit-price.ts'
import { createVisits } from '#server/features/series/create-visits.ts'
import { lockActiveSeries } from '#server/features/series/lock-series.ts'
import { dateIn } from '#server/features/time/own-date.ts'
import { addDays, visitOn } from '#server/features/time/series-dates.ts'
import type { DemoClient, DemoProfessional } from './people.ts'

const HOUR_MS = 3_600_000
const TIME = '15:00'
const HOURS = 2
/** Free in Grace's plan and in her calendar on each of these weekdays. */
const PROPOSED_TIME = '08:00'
/** Tuesday, Wednesday and Friday: her calendar has something on Mondays and Thursdays. */
const WEEKDAYS = [2, 3, 5]

/**
 * Weekly visits, accepted two days ago: the client has skipped the third one, and the professional proposes another
 * time for the second one. Nobody gets a letter. rule: series, series-skip, proposals
 */
export async function writeRegularVisits(
  db: Db,
  professional: DemoProfessional,
  client: DemoClient,
  now: Date,
): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const acceptedAt = hoursAgo(46.5)
  const id = await writeActiveSeries(db, professional, client, {
    firstDate: await firstDateOf(db, professional.id, client.home.time_zone, now),
    requestedAt: hoursAgo(47.5),
    acceptedAt,
  })
  // At the acceptance, and what the daily job has added since then.
  for (const at of [acceptedAt, now]) {
    await createVisits(
      db,
      await lockActiveSeries(db, { id: client.id, role: 'client' }, id, { now: at }),
      at,
    )
  }

  const [, second, third] = await db
    .selectFrom('bookings')
    .select(['id', 'booking_date', 'time_zone', 'starts_at'])
    .where('series_id', '=', id)
    .orderBy('starts_at')
    .execute()
  await skip(db, id, client.id, third!, hoursAgo(5))
  await writeProposal(db, professional.id, second!, hoursAgo(1))
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

/** Writes a series with its first visit, as they are after the acceptance. Returns its id. */
async function writeActiveSeries(
  db: Db,
  { id: professional_id }: DemoProfessional,
  { id: client_id, home, address }: DemoClient,
  {
    firstDate,
    requestedAt,
    acceptedAt,
  }: { firstDate: string; requestedAt: Date; acceptedAt: Date },
): Promise<string> {
  const { startsAt, endsAt } = visitOn(
    { date: firstDate, time: TIME, hours: HOURS },
    home.time_zone,
  )
  const work = {
    service_type: 'standard',
    cleaning_frequency: 'weekly',
    estimated_hours: HOURS,
  } as const
  const price = priceOf((await loadOffer(db, professional_id))!, { ...work, extras: [] })
  const { rateCents: hourly_rate_cents, supplies, minimumHours: minimum_hours } = price
  const place = {
    client_id,
    professional_id,
    service_type: work.service_type,
    supplies,
    minimum_hours,
    time_zone: home.time_zone,
    address,
    city: home.city,
    state: home.state,
    zip_code: home.zip,
    notes: 'The key is with the neighbor at 1812.',
    created_at: requestedAt,
  }
  const { id: bookingId } = await db
    .insertInto('bookings')
    .values({
      ...place,
      status: 'accepted',
      cleaning_frequency: 'weekly',
      booking_date: firstDate,
      booking_time: TIME,
      starts_at: new Date(startsAt),
      ends_at: new Date(endsAt),
      estimated_hours: HOURS,
      hourly_rate_cents,
      total_cents: sumCents(price.lines),
      expires_at: new Date(Math.min(startsAt, +requestedAt + 72 * HOUR_MS)),
      answered_at: acceptedAt,
      sequence: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = await insertSeries(db, bookingId, firstDate, {
    ...place,
    hourly_rate_cents,
    supplies_cents: price.suppliesCents,
    discount_percent: price.laterPercent,
  })
  await recordStart(db, { id, bookingId, client_id, professional_id, requestedAt, acceptedAt })
  return id
}

type SeriesFacts = Omit<Insertable<DB['series']>, 'status' | 'request_id' | 'next_date'> & {
  hourly_rate_cents: number
}

/** Writes the series of a request with its terms and its first date. Returns its id. */
async function insertSeries(
  db: Db,
  bookingId: string,
  firstDate: string,
  { hourly_rate_cents, ...facts }: SeriesFacts,
): Promise<string> {
  const { id } = await db
    .insertInto('series')
    .values({
      ...facts,
      status: 'active',
      request_id: bookingId,
      next_date: firstDate,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('series_terms')
    .values({
      series_id: id,
      from_date: firstDate,
      first_date: firstDate,
      cleaning_frequency: 'weekly',
      booking_time: TIME,
      estimated_hours: HOURS,
      hourly_rate_cents,
    })
    .execute()
  await db
    .insertInto('series_visits')
    .values({ series_id: id, date: firstDate, status: 'booked' })
    .execute()
  await db
    .updateTable('bookings')
    .set({ series_id: id, series_date: firstDate })
    .where('id', '=', bookingId)
    .execute()
  return id
}

type Start = {
  id: string
  bookingId: string
  client_id: string
  professional_id: string
  requestedAt: Date
  acceptedAt: Date
}

async function recordStart(
  db: Db,
  { id, bookingId, client_id, professional_id, requestedAt, acceptedAt }: Start,
): Promise<void> {
  await recordEvent(db, {
    kind: 'booking.requested',
    subjectId: bookingId,
    actorId: client_id,
    at: requestedAt,
  })
  await recordEvent(db, {
    kind: 'booking.accepted',
    subjectId: bookingId,
    actorId: professional_id,
    at: acceptedAt,
    data: { series_id: id },
  })
  await recordEvent(db, {
    kind: 'series.started',
    subjectId: id,
    actorId: professional_id,
    at: acceptedAt,
    data: { booking_id: bookingId, by_professional: true },
  })
}

type Visit = { id: string; booking_date: string; time_zone: string; starts_at: Date }

async function skip(
  db: Db,
  seriesId: string,
  clientId: string,
  { id, booking_date: date }: Visit,
  at: Date,
): Promise<void> {
  await db
    .updateTable('bookings')
    .set({
      status: 'cancelled',
      cancelled_by: 'client',
      cancelled_at: at,
      reason_code: 'skipped',
      sequence: 2,
    })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('series_visits')
    .set({ status: 'skipped', skipped_by: 'client' })
    .where('series_id', '=', seriesId)
    .where('date', '=', date)
    .execute()
  const event = { actorId: clientId, at }
  await recordEvent(db, {
    ...event,
    kind: 'booking.cancelled',
    subjectId: id,
    data: { series_id: seriesId },
  })
  await recordEvent(db, {
    ...event,
    kind: 'series.skipped',
    subjectId: seriesId,
    data: { booking_id: id, dates: date },
  })
}

async function writeProposal(db: Db, professionalId: string, visit: Visit, at: Date) {
  const { booking_date, time_zone, starts_at } = visit
  const time = { date: booking_date, time: PROPOSED_TIME, hours: HOURS }
  const { startsAt, endsAt } = visitOn(time, time_zone)
  const { id } = await db
    .insertInto('booking_proposals')
    .values({
      booking_id: visit.id,
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
  await recordEvent(db, {
    kind: 'proposal.proposed',
    subjectId: visit.id,
    actorId: professionalId,
    at,
    data: {
      proposal_id: id,
      by: 'professional',
      to: new Date(startsAt).toISOString(),
      from: starts_at.toISOString(),
    },
  })
}
