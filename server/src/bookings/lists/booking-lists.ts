import { dollars } from '#contract/bookings/booking-price.ts'
import { reasonOrSentence } from '#contract/bookings/cancel-reasons.ts'
import type { StoredCancelCode } from '#contract/bookings/cancel-reasons.ts'
import { hasBegun, movesOfReader } from '#contract/bookings/booking-status.ts'
import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import type {
  BookingHistoryItem,
  BookingsPage,
  ProfessionalBookingsQuery,
  ClientBooking,
  ClientBookingDetail,
  ProfessionalBooking,
  SeriesOfBooking,
} from '#contract/bookings/bookings.ts'
import type { Frequency, Role, ServiceType } from '#contract/product.ts'
import type { SeriesFrequency } from '#contract/calendar/time-rules.ts'
import type { OutsideReason } from '#contract/calendar/slots.ts'
import { Id } from '#contract/values.ts'
import type { Stage } from '#contract/visits/visit-rules.ts'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import {
  clientBookingById,
  clientBookingRows,
  countClientBookings,
  countProfessionalBookings,
  eventsOfBooking,
  professionalBookingRows,
} from './booking-lists.queries.ts'
import type {
  ClientFilter,
  ClientRow,
  DashboardBookingRow,
  ProfessionalRow,
} from './booking-lists.queries.ts'
import { newerHomeVersion } from '#server/market/homes/copy-home.ts'
import { shownPrice } from '#server/market/offer/booking-lines.ts'
import { alternativesTo } from '../request/alternatives.ts'
import { bookingEventOf } from './booking-events.ts'
import { heldField } from '#server/money/leads/holds.ts'
import { homeOfBooking } from '../request/home-of-booking.ts'
import { netHourOf } from './net-hour.ts'
import { mayPropose, toProposal } from '../proposals/proposal-view.ts'
import type { ProposalReader } from '../proposals/proposal-view.ts'
import { shownReliability } from '#server/market/professionals/reliability.ts'
import { sequenceOf } from '../moves/sequence.ts'
import { outcomeOf } from '../moves/outcome.ts'

export { dashboardBookingsSql, nextVisitSql, todaysVisitsSql } from './booking-lists.queries.ts'
export type { DashboardBookingRow } from './booking-lists.queries.ts'

/**
 * A page of a professional's bookings, the latest visit first, and the total count.
 * rule: booking-lists, lead-locked
 */
export async function listProfessionalBookings(
  db: Db,
  professionalId: string,
  now: Date,
  page: ProfessionalBookingsQuery,
): Promise<{ bookings: ProfessionalBooking[]; total: number }> {
  const [rows, total] = await Promise.all([
    professionalBookingRows(db, professionalId, page, now),
    countProfessionalBookings(db, professionalId, page),
  ])
  return { bookings: rows.map((row) => toProfessionalBooking(row, now)), total }
}

/**
 * The rows of `dashboardBookingsSql` as the dashboard shows them: pending ones by start, then the others, the latest
 * visit first.
 * rule: dashboard
 */
export function toDashboardBookings(rows: DashboardBookingRow[], now: Date): ProfessionalBooking[] {
  const bookings = toVisitsInOrder(rows, now)
  const pending = bookings
    .filter(({ status }) => status === 'pending')
    .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
  const others = bookings
    .filter(({ status }) => status !== 'pending')
    .toSorted((one, other) => other.starts_at.localeCompare(one.starts_at))
  return [...pending, ...others]
}

/** The rows of `todaysVisitsSql` as the dashboard shows them, in their order. rule: dashboard */
export function toVisitsInOrder(rows: DashboardBookingRow[], now: Date): ProfessionalBooking[] {
  return rows.map((row) => toProfessionalBooking(parseJsonRow(row), now))
}

function parseJsonRow(row: DashboardBookingRow): ProfessionalRow {
  return {
    ...row,
    booking_time: row.booking_time.slice(0, 5),
    starts_at: new Date(row.starts_at),
    ends_at: new Date(row.ends_at),
    created_at: new Date(row.created_at),
    expires_at: new Date(row.expires_at),
    cancelled_at: row.cancelled_at === null ? null : new Date(row.cancelled_at),
  }
}

/** A page of a client's bookings and the total count. rule: booking-lists, booking-roles */
export async function listClientBookings(
  db: Db,
  filter: ClientFilter,
  page: BookingsPage,
): Promise<{ bookings: ClientBooking[]; total: number }> {
  const [rows, total] = await Promise.all([
    clientBookingRows(db, filter, page),
    countClientBookings(db, filter, page),
  ])
  return { bookings: rows.map((row) => toClientBooking(row, filter.now)), total }
}

/**
 * One of a client's bookings with its history, oldest first. Refuses 'booking_not_found' for a booking of another
 * client. rule: booking-lists
 */
export async function readClientBooking(
  context: Context,
  clientId: string,
  id: string,
): Promise<ClientBookingDetail> {
  if (!Id.safeParse(id).success) refuse('booking_not_found')
  const { db } = context
  const now = context.clock.now()
  const row = (await clientBookingById(db, clientId, id, now)) ?? refuse('booking_not_found')
  const events = await eventsOfBooking(db, id)
  const newer_home = row.home_id === null ? null : await newerHomeVersion(db, id, now)
  const alternatives = await alternativesTo(context, clientId, row)
  const booking = toClientBooking(row, now)
  const at = booking.created_at
  // The acceptance of a visit that nobody requested by itself is the moment at which it was added.
  const later = booking.requested
    ? events
    : events.filter(({ kind }) => kind !== 'booking.accepted')
  return {
    ...booking,
    newer_home,
    ...(alternatives ? { alternatives } : {}),
    history: [
      booking.requested
        ? { what: 'requested', by: 'client', at }
        : { what: 'added', by: 'clock', at },
      ...later.map(({ kind, actor_id, at, data }) => ({
        what: bookingEventOf(kind),
        by: moverOf(actor_id, clientId),
        at: at.toISOString(),
        ...(kind === 'proposal.moved' ? changedStart(data) : {}),
      })),
    ],
  }
}

const changedStart = (data: unknown) => {
  const { from, to } = data as { from: string; to: string }
  return { from, to }
}

function moverOf(actorId: string | null, clientId: string): BookingHistoryItem['by'] {
  if (actorId === null) return 'clock'
  return actorId === clientId ? 'client' : 'professional'
}

function toProfessionalBooking(row: ProfessionalRow, now: Date): ProfessionalBooking {
  const visible = row.open ? row : hideClientContact(row)
  const { first_name, last_name, email, phone } = visible
  return {
    ...sharedFields(
      visible,
      { role: 'professional', canAccept: row.reachable && row.open, seesNote: row.open },
      now,
    ),
    ...(row.open ? { client_id: row.client_id } : {}),
    client_details: { first_name, last_name, email, phone },
    email,
    phone,
    outside: row.outside as OutsideReason[],
    clashes: row.clashes,
    net_hour: netHourOf(row),
    client_reliability: row.open ? row.reliability : null,
    ...(row.open && row.client_notes ? { client_notes: row.client_notes } : {}),
    locked: !row.open,
    ...(row.closed ? { closed: row.closed } : {}),
  }
}

/** rule: lead-locked */
function hideClientContact(row: ProfessionalRow): ProfessionalRow {
  return { ...row, last_name: '', email: '', phone: '', address: '', notes: '' }
}

function toClientBooking(row: ClientRow, now: Date): ClientBooking {
  const shared = sharedFields(row, { role: 'client', canAccept: true, seesNote: true }, now)
  const hold = row.status === 'pending' ? row.held : null
  return {
    ...shared,
    ...heldField(hold),
    expires_at: hold === 'email' ? null : shared.expires_at,
    home_id: row.home_id,
    may_answer_hours: row.may_answer_hours,
    professional: {
      user_id: row.user_id,
      slug: row.slug,
      full_name: row.full_name,
      profile_image_url: row.profile_image && `/api/uploads/${row.profile_image}`,
      reachable: row.reachable,
      ...(row.times_stated ? { times_stated: true as const } : {}),
      reliability: shownReliability(row.reliability),
    },
  }
}

type SharedRow = Omit<Pick<ClientRow, keyof ClientRow & keyof ProfessionalRow>, 'reliability'>

/** The fields that both sides see, under both sets of field names. rule: booking-fields, booking-moves */
function sharedFields(row: SharedRow, reader: ProposalReader, now: Date) {
  const status = row.status as BookingStatus
  const { starts_at: startsAt, expires_at: expiresAt, stage } = row
  const state = { status, startsAt, expiresAt, stage }
  const canMove = reader.canAccept && !hasBegun(state, now)
  return {
    id: row.id,
    status,
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
    ...shownPrice(row.lines, row.supplies),
    time_zone: row.time_zone,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    created_at: row.created_at.toISOString(),
    expires_at: status === 'pending' ? row.expires_at.toISOString() : null,
    reason: reasonOrSentence(row.reason, row.reason_code as StoredCancelCode | null),
    reason_code: row.reason_code as StoredCancelCode | null,
    cancelled_by: row.cancelled_by as Role | null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    cancelled_late: row.cancelled_late,
    notice_hours: row.notice_hours,
    sequence: sequenceOf(row, reader.role),
    outside_hours: row.outside_hours,
    instant: row.instant,
    reclean_of: row.reclean_of,
    requested: row.reclean_of === null && (row.series?.requested ?? true),
    series: row.series && { ...seriesOf(row)!, ...row.series },
    home: homeOfBooking(row),
    stage: row.stage as Stage | null,
    outcome: outcomeOf(row),
    final_amount: row.final_cents === null ? null : dollars(row.final_cents),
    proposal: row.proposal && toProposal(row.proposal, { ...reader, canAccept: canMove }, now),
    may_move: mayPropose(row, reader, now),
    may: movesOfReader(state, reader.role, reader.canAccept, now),
  }
}

/** The series of a booking; null without one. rule: series */
export function seriesOf({
  series_id,
  series_date,
  cleaning_frequency,
}: Pick<SharedRow, 'series_id' | 'series_date' | 'cleaning_frequency'>): SeriesOfBooking | null {
  if (series_id === null) return null
  const frequency = cleaning_frequency as SeriesFrequency
  return { id: series_id, date: series_date!, cleaning_frequency: frequency }
}
