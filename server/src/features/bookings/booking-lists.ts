import { dollars } from '#contract/booking-price.ts'
import { movesOfReader } from '#contract/booking-status.ts'
import type { BookingStatus } from '#contract/booking-status.ts'
import type {
  BookingsPage,
  ClientBooking,
  ClientBookingDetail,
  Happening,
  ProfessionalBooking,
} from '#contract/bookings.ts'
import type { Frequency, Role, ServiceType } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/refusal.ts'
import {
  countOfClient,
  countOfProfessional,
  eventsOfBooking,
  rowOfClient,
  rowsOfClient,
  rowsOfProfessional,
} from './booking-lists.queries.ts'
import type { ClientRow, ClientsOf, LatestRow, ProfessionalRow } from './booking-lists.queries.ts'

export { latestOfProfessionalSql } from './booking-lists.queries.ts'
export type { LatestRow } from './booking-lists.queries.ts'

/** A professional's latest bookings, those of `latestOfProfessionalSql`: every pending one, the soonest visit first, then the others. */
export function latestOfProfessional(rows: LatestRow[], now: Date): ProfessionalBooking[] {
  const bookings = rows.map((row) => asProfessionalSees(fromJson(row), now))
  const pending = bookings
    .filter(({ status }) => status === 'pending')
    .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
  return [...pending, ...bookings.filter(({ status }) => status !== 'pending')]
}

function fromJson(row: LatestRow): ProfessionalRow {
  return {
    ...row,
    booking_time: row.booking_time.slice(0, 5),
    starts_at: new Date(row.starts_at),
    ends_at: new Date(row.ends_at),
    created_at: new Date(row.created_at),
    expires_at: new Date(row.expires_at),
  }
}

/** A page of a professional's bookings, newest first, and how many there are; of a client whose lead is locked no more than decision 15 allows. */
export async function pageOfProfessional(
  db: Db,
  professionalId: string,
  now: Date,
  page: BookingsPage,
): Promise<{ bookings: ProfessionalBooking[]; total: number }> {
  const [rows, total] = await Promise.all([
    rowsOfProfessional(db, professionalId, page),
    countOfProfessional(db, professionalId),
  ])
  return { bookings: rows.map((row) => asProfessionalSees(row, now)), total }
}

/** A page of a client's bookings, and how many there are; of the professional nothing but what the public sees. */
export async function pageOfClient(
  db: Db,
  which: ClientsOf,
  page: BookingsPage,
): Promise<{ bookings: ClientBooking[]; total: number }> {
  const [rows, total] = await Promise.all([rowsOfClient(db, which, page), countOfClient(db, which)])
  return { bookings: rows.map((row) => asClientSees(row, which.now)), total }
}

/** One of a client's bookings with what happened to it, oldest first. Refuses another's as one that does not exist. */
export async function bookingOfClient(
  db: Db,
  clientId: string,
  id: string,
  now: Date,
): Promise<ClientBookingDetail> {
  if (!Id.safeParse(id).success) refuse('booking_not_found')
  const row = (await rowOfClient(db, clientId, id)) ?? refuse('booking_not_found')
  const events = await eventsOfBooking(db, id)
  const asked = { what: 'requested', by: 'client', at: row.created_at.toISOString() } as const
  return {
    ...asClientSees(row, now),
    history: [
      asked,
      ...events.map(({ kind, actor_id, at }) => ({
        what: kind.slice('booking.'.length) as Happening['what'],
        by: byWhom(actor_id, clientId),
        at: at.toISOString(),
      })),
    ],
  }
}

function byWhom(actorId: string | null, clientId: string): Happening['by'] {
  if (actorId === null) return 'clock'
  return actorId === clientId ? 'client' : 'professional'
}

function asProfessionalSees(row: ProfessionalRow, now: Date): ProfessionalBooking {
  const { email, phone } = row.open ? row : { email: '', phone: '' }
  const last_name = row.open ? row.last_name : ''
  const mayAccept = row.reachable && row.open
  return {
    ...shared(row.open ? row : withoutAddress(row), 'professional', mayAccept, now),
    client_details: { first_name: row.first_name, last_name, email, phone },
    email,
    phone,
    clashes: row.clashes,
    locked: !row.open,
  }
}

function asClientSees(row: ClientRow, now: Date): ClientBooking {
  return {
    ...shared(row, 'client', row.reachable, now),
    professional: {
      user_id: row.user_id,
      slug: row.slug,
      full_name: row.full_name,
      profile_image_url: row.profile_image && `/api/uploads/${row.profile_image}`,
      reachable: row.reachable,
    },
  }
}

type SharedRow = Pick<ClientRow, keyof ClientRow & keyof ProfessionalRow>

function withoutAddress(row: ProfessionalRow): ProfessionalRow {
  return { ...row, address: '', notes: '' }
}

/** What both sides see, under the names of both lists (decision 29). */
function shared(row: SharedRow, reader: Role, mayAccept: boolean, now: Date) {
  return {
    id: row.id,
    status: row.status as BookingStatus,
    service_type: row.service_type as ServiceType,
    cleaning_type: row.service_type as ServiceType,
    cleaning_frequency: row.cleaning_frequency as Frequency,
    frequency: row.cleaning_frequency as Frequency,
    booking_date: row.booking_date,
    preferred_date: row.booking_date,
    booking_time: row.booking_time,
    preferred_time: row.booking_time,
    address: row.address,
    street_address: row.address,
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
    notes: row.notes,
    special_instructions: row.notes,
    estimated_hours: row.estimated_hours,
    hourly_rate: dollars(row.hourly_rate_cents),
    total_amount: dollars(row.total_cents),
    time_zone: row.time_zone,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    created_at: row.created_at.toISOString(),
    expires_at: row.status === 'pending' ? row.expires_at.toISOString() : null,
    reason: row.reason,
    cancelled_by: row.cancelled_by as Role | null,
    may: movesOfReader(stateOf(row), reader, mayAccept, now),
  }
}

function stateOf({ status, starts_at, expires_at }: SharedRow) {
  return { status: status as BookingStatus, startsAt: starts_at, expiresAt: expires_at }
}
