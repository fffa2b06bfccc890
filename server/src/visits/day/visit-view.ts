import { isWorkShown } from '#contract/visits/checklist-rules.ts'
import { dollars } from '#contract/bookings/booking-price.ts'
import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import { displayName } from '#contract/people/display-name.ts'
import type { HomeRoom } from '#contract/market/homes.ts'
import type { Role, ServiceType } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import { STAGES } from '#contract/visits/visit-rules.ts'
import type { Visit, VisitStage } from '#contract/visits/visits.ts'
import { undoUntil } from '#contract/calendar/visit-times.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { shownBreaks } from '#server/calendar/free/slots.ts'
import { breaksDuring } from '#server/calendar/plan/hours-of-days.ts'
import { loadTimes } from '#server/calendar/plan/times.ts'
import { accessOfVisit } from '../access/access-of-visit.ts'
import { agreementOfVisit } from '#server/bookings/agreements/agreements.ts'
import { changeOfVisit } from '#server/bookings/agreements/changes.ts'
import { homeOfBooking } from '#server/bookings/request/home-of-booking.ts'
import { hoursOfVisit } from '#server/bookings/hours/visit-hours.ts'
import { photosOfVisit } from '#server/market/homes/home-photos.ts'
import { problemsOfVisit } from '../problems/visit-problems.ts'
import { workOfVisit } from './checklist.ts'
import { outcomeOf } from '#server/bookings/moves/outcome.ts'
import { listPairs, pairsLeft } from './pairs.ts'
import { stageMoves } from './stage-moves.ts'
import { isUndoBlocked, stagesOfVisit, visitRow } from './visits.queries.ts'
import type { StageRow, VisitRow } from './visits.queries.ts'
import { refuseLocked } from '#server/money/leads/leads.ts'

/**
 * A visit, for one of its sides. Refuses booking_not_found for everybody else, and lead_locked for the professional of
 * a locked lead. rule: visit-view
 */
export async function readVisit(
  db: Db,
  reader: Side,
  bookingId: string,
  now: Date,
): Promise<Visit> {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const row = (await visitRow(db, reader, id)) ?? refuse('booking_not_found')
  if (reader.role === 'professional' && row.locked)
    await refuseLocked(db, { professionalId: row.professional_id, clientId: row.client_id })
  const stages = (await stagesOfVisit(db, id)).toSorted(byOrder)
  const latest = stages.at(-1) ?? null
  const status = row.status as BookingStatus
  const undoBlocked = latest !== null && (await isUndoBlocked(db, id))
  const { access, may: accessMoves } = await accessOfVisit(db, reader.role, id, now)
  const problems = await problemsOfVisit(db, id, reader.role, now)
  const { agreement, mayConfirm } = await agreementOfVisit(db, row, reader.role)
  const { may: hourMoves, ...hours } = await hoursOfVisit(db, row, reader.role, now)
  const { change, toChange, may } = await changeOfVisit(db, row, reader.role)
  return {
    booking_id: row.id,
    status,
    outcome: outcomeOf(row),
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    time_zone: row.time_zone,
    ...(await breaksOf(db, row, now)),
    service_type: row.service_type as ServiceType,
    reclean_of: row.reclean_of,
    estimated_hours: row.estimated_hours,
    total_amount: dollars(row.total_cents),
    address: reader.role === 'professional' && status === 'pending' ? '' : row.address,
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
    other: otherSide(row, reader.role),
    stage: latest?.stage ?? null,
    stages: stages.map(shownStage),
    home: await homeOfVisit(db, row, reader, now),
    access,
    ...problems.fields,
    agreement,
    change,
    to_change: toChange,
    ...hours,
    ...(await workOf(db, reader, { id, status, stage: latest?.stage ?? null })),
    may: [
      ...stageMoves({ ...row, latest, isUndoBlocked: undoBlocked }, reader.role, now),
      ...accessMoves,
      ...(mayConfirm ? (['confirm_agreement'] as const) : []),
      ...may,
      ...problems.may,
      ...hourMoves,
    ],
  }
}

/** Nobody plans around a break of a visit that is over. rule: visit-view, free-times */
async function breaksOf(
  db: Db,
  { professional_id, status, starts_at, ends_at }: VisitRow,
  now: Date,
): Promise<Pick<Visit, 'breaks'>> {
  if ((status !== 'pending' && status !== 'accepted') || ends_at <= now) return {}
  const times = await loadTimes(db, professional_id, now)
  const breaks = times ? breaksDuring(times, { startsAt: +starts_at, endsAt: +ends_at }) : []
  return breaks.length > 0 ? { breaks: shownBreaks(breaks) } : {}
}

const byOrder = (one: StageRow, other: StageRow) =>
  STAGES.indexOf(one.stage) - STAGES.indexOf(other.stage)

function shownStage(row: StageRow): VisitStage {
  const { stage, at, received_at, note, eta_minutes, is_eta_changed, eta_before } = row
  return {
    stage,
    at: at.toISOString(),
    received_at: received_at.toISOString(),
    note,
    eta_minutes,
    ...(is_eta_changed && { eta_before }),
    undo_until: undoUntil({ received_at }).toISOString(),
  }
}

function otherSide(row: VisitRow, reader: Role): Visit['other'] {
  if (reader === 'client') {
    return { user_id: row.professional_id, name: displayName(row.full_name), phone: null }
  }
  const name = `${row.first_name} ${row.last_name}`.trim()
  return { user_id: row.client_id, name, phone: row.phone || null }
}

/** Rooms, parking and photos wait for the acceptance. rule: visit-view, home-of-booking, home-photos */
async function homeOfVisit(db: Db, row: VisitRow, reader: Side, now: Date): Promise<Visit['home']> {
  const facts = homeOfBooking(row)
  if (!facts || (row.status !== 'accepted' && row.status !== 'completed')) return facts
  const rooms = (row.home_rooms ?? []) as HomeRoom[]
  const photos = await photosOfVisit(db, reader, row, now)
  return { ...facts, rooms, parking: row.home_parking ?? '', photos }
}

/** Checklist, photos and pairs begin with the acceptance. rule: checklist, visit-photos, photo-pairs */
async function workOf(
  db: Db,
  reader: Side,
  { id, status, stage }: { id: string; status: string; stage: string | null },
): Promise<Pick<Visit, 'checklist' | 'photos' | 'pairs' | 'pairs_left'>> {
  if (status !== 'accepted' && status !== 'completed') {
    return { checklist: [], photos: [], pairs: [], pairs_left: 0 }
  }
  const showsWork = reader.role === 'professional' || isWorkShown({ status, stage })
  return {
    ...(await workOfVisit(db, id, { showsWork })),
    pairs: await listPairs(db, reader, id),
    pairs_left: await pairsLeft(db, id),
  }
}
