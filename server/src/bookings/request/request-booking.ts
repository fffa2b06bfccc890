import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { cents, dollars, sumCents } from '#contract/bookings/booking-price.ts'
import type { BookingRequest } from '#contract/bookings/bookings.ts'
import type { Tx } from '#server/db/db.ts'
import { retryConflict } from '#server/db/retry-conflict.ts'
import { recordAndNotify, recordEvent } from '#server/events/record.ts'
import { isSolved } from '#server/http/limits/limit-scale.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { countUse, giveBackUses } from '#server/http/limits/rate-limits.ts'
import { orRefusal, Refusal, refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { makeAgreement } from '../agreements/make-agreement.ts'
import { heldField } from '#server/money/leads/holds.ts'
import type { Hold } from '#server/money/leads/holds.ts'
import { holdOfPair } from '#server/money/leads/lead-limits.ts'
import { leadOpens, saveLead } from '#server/money/leads/leads.ts'
import { addressOfRequest } from '#server/market/homes/copy-home.ts'
import { lockPair } from '#server/people/person/lock-people.ts'
import { isNameOfState } from '#server/places/states.ts'
import { notifyBookingSides } from '#server/live/notify-sides.ts'
import { insertSeries } from '../series/insert-series.ts'
import { refuseConflicts, requestedSeries } from '../series/series-preview.ts'
import type { Offer } from '#server/market/offer/load-offer.ts'
import { laterLines, priceOf } from '#server/market/offer/visit-price.ts'
import { acceptanceLockSql } from '#server/calendar/free/lock-acceptances.ts'
import { refusePaused, refuseTooShort, refuseUnserved } from '#server/calendar/free/refuse-visit.ts'
import { checkVisit } from '#server/calendar/free/visit-check.ts'
import type { VisitCheck } from '#server/calendar/free/visit-check.ts'
import { findProfessional, findSameRequest, insertBooking } from './request-booking.queries.ts'
import type { FoundProfessional, NewRow } from './request-booking.queries.ts'
import { visitTime } from '../lists/visit-time.ts'

/** The answer that is kept for an Idempotency-Key; with the key it comes back as JSON. */
type Written = NewRow & { later_cents: number | null; conversation_id: string }

/**
 * A client requests a visit, or books it at once where that is possible and the request does not say otherwise. One
 * transaction writes the booking with its price, the lead of this client and professional, the event, the job that
 * notifies the professional, and the answer for the Idempotency-Key (`idempotency`); or nothing. A repeat with the same
 * key returns the first booking, and so does the same request with another key or none while that booking is open.
 * `network` is `networkKey` of the caller's address. Money is in dollars. `price_changed` is true if the request
 * contained another total, or of later visits of a series, than the server computed. Refusals: zip_unknown,
 * state_not_of_zip, those of `addressOfRequest` and `visitTime`, professional_not_accepting, service_not_offered,
 * frequency_not_offered, home_not_served, hours_below_minimum, those of `priceOf`, professional_paused, those of
 * `checkVisit`, email_not_verified, instant_not_offered, series_invalid, series_conflicts, too_many_requests,
 * too_many_contacts, idempotency_key_reused.
 * rule: booking-request, booking-once, instant-booking, price-lines, series-request, held-starts
 */
export async function requestBooking(
  context: Context,
  clientId: string,
  request: BookingRequest,
  network: string,
  idempotency?: Idempotency,
) {
  const written = await writeRequest(context, { clientId, request, network, idempotency })
  const { id, total_cents, later_cents, expires_at, instant, series_id, held, status } = written
  notifyBookingSides(context, written)
  const differs = (shown: number | undefined, is: number | null) =>
    shown !== undefined && is !== null && cents(shown) !== is
  return {
    id,
    status,
    instant,
    total_amount: dollars(total_cents),
    price_changed:
      differs(request.total_amount, total_cents) || differs(request.later_amount, later_cents),
    later_amount: later_cents === null ? null : dollars(later_cents),
    expires_at:
      status === 'accepted' || held === 'email' ? null : new Date(expires_at).toISOString(),
    series_id,
    visit: visitOf(written),
    ...heldField(held),
    isScreened: held === 'screened',
  }
}

/** The visit as it is stored. */
function visitOf({ starts_at, time_zone, city, service_type, estimated_hours, home_id }: Written) {
  const startsAt = new Date(starts_at).toISOString()
  return { starts_at: startsAt, time_zone, city, service_type, estimated_hours, home_id }
}

type Requested = {
  clientId: string
  request: BookingRequest
  network: string
  idempotency: Idempotency | undefined
}

async function writeRequest(context: Context, requested: Requested): Promise<Written> {
  return retryConflict(() =>
    runInTransaction<Written>(context.db, requested.idempotency, async (tx) => {
      const checked = await orRefusal(() => checkRequest(context, tx, requested))
      return checked instanceof Refusal || 'id' in checked ? checked : writeBooking(tx, checked)
    }),
  )
}

/** The results of the checks of a request, from which the booking is written. */
type Checked = {
  booking: Wanted
  /** The shortest visit of this service. */
  minimumHours: number
  check: Pick<VisitCheck, 'isInside' | 'outside'>
  /** The rules that a visit keeps which is accepted at once; null: a request. rule: instant-booking */
  instantTerms: VisitCheck['terms'] | null
  hold: Hold | null
}

/**
 * Takes the locks of a booking, then checks what can refuse it, in the order in which a client can mend it: the
 * professional, the work, the price, the time, the limits. Returns the earlier booking of the same request, if there is
 * one. What the checks count stays when they refuse, because even a refusal reveals free times.
 */
async function checkRequest(
  context: Context,
  tx: Tx,
  requested: Requested,
): Promise<Checked | Written> {
  const wanted = await wantedBooking(context, tx, requested)
  const { clientId, professional_id: professionalId } = wanted
  const people = await lockPair(tx, { clientId, professionalId })
  const professional = (await findProfessional(tx, wanted)) ?? refuse('professional_not_accepting')
  const booking = { ...wanted, ...pricedOf(professional.offer, wanted) }
  const same = professional.has_similar ? await findSameRequest(tx, booking) : undefined
  if (same) return same
  if (!people.has(clientId)) refuse('not_signed_in')
  if (!people.has(professionalId) || !professional.reachable) refuse('professional_not_accepting')
  const minimumHours = Math.max(professional.min_hours, booking.price?.minimumHours ?? 1)
  refuseUnlessOffered(professional, booking, minimumHours)
  const { check, instantTerms } = await checkTime(context, tx, booking, professional)
  const hold = await holdWithinLimits(context, tx, booking)
  return { booking, minimumHours, check, instantTerms: hold ? null : instantTerms, hold }
}

/** Refuses work, a home or a price that the professional does not offer. rule: booking-home, visit-rules */
function refuseUnlessOffered(
  professional: FoundProfessional,
  booking: Wanted,
  minimumHours: number,
): void {
  const { zip, service_type, priceRefusal } = booking
  if (!professional.offers) refuse('service_not_offered')
  if (!professional.offers_frequency) refuse('frequency_not_offered')
  if (!professional.serves) refuseUnserved({ zip }, { service_type })
  if (priceRefusal && priceRefusal.code !== 'extras_too_long') throw priceRefusal
  if (booking.estimated_hours < minimumHours) refuseTooShort(minimumHours)
  if (priceRefusal) throw priceRefusal
  if (professional.paused_until) refusePaused(professional.paused_until)
}

/**
 * Checks the time against stated hours, and decides whether the visit is accepted at once: that needs a free time and
 * an open lead, under the lock of every acceptance. rule: outside-hours, instant-booking, free-times-limits
 */
async function checkTime(
  context: Context,
  tx: Tx,
  booking: Wanted,
  professional: FoundProfessional,
): Promise<Pick<Checked, 'check' | 'instantTerms'>> {
  const { clientId, professional_id: professionalId, series, visit } = booking
  if (!professional.states_hours && !booking.isInstantOnly && !series) {
    return { check: { isInside: true, outside: [] }, instantTerms: null }
  }
  if (booking.isInstantOnly || professional.only_inside_hours || series) {
    const wait = await countUse(context, tx, 'free_time_by_client', clientId)
    if (wait !== null)
      refuseForSeconds('too_many_requests', wait, { isHelpedBySolution: !isSolved() })
  }
  const mayBeInstant = !series && booking.instant !== false && professional.takes_instant
  if (mayBeInstant) await sql`select ${acceptanceLockSql(sql`${professionalId}::uuid`)}`.execute(tx)
  const check = await checkVisit(context, tx, visit)
  if (series) {
    await refuseConflicts({ ...context, db: tx }, visit, visit.home, visit.hours, series)
  }
  const isInstant = mayBeInstant && check.isInstant && (await leadOpens(tx, visit))
  return { check, instantTerms: isInstant ? check.terms : null }
}

/**
 * How the booking is held, within the limits of its client and network, which count it.
 * rule: booking-request, contact-limits, held-starts
 */
async function holdWithinLimits(
  context: Context,
  tx: Tx,
  { clientId, professional_id: professionalId, network, now: at, isInstantOnly }: Wanted,
): Promise<Hold | null> {
  const uses = [
    ['booking_by_client', clientId],
    ['booking_by_network', network],
  ] as const
  const hold = await holdOfPair(context, tx, { clientId, professionalId, network, at }, uses)
  if (hold && isInstantOnly) {
    await giveBackUses(tx, uses)
    refuse(hold === 'email' ? 'email_not_verified' : 'instant_not_offered')
  }
  return hold
}

/**
 * Writes the booking with its price, series and lead, then the events, whose trigger writes the message, and the job.
 * The trigger of the lead spends a credit for a new one.
 */
async function writeBooking(tx: Tx, { booking, ...checked }: Checked): Promise<Written> {
  const { clientId, professional_id: professionalId, series, now: at } = booking
  const row = await insertBooking(tx, booking, checked)
  if (series) await insertSeries(tx, series, booking, row.id)
  const lead = { clientId, professionalId, source: 'booking', hold: checked.hold, at } as const
  const saved = await saveLead(tx, lead)
  if (checked.hold === null) {
    const about = { subjectId: row.id, at }
    const requested = { ...about, kind: 'booking.requested', actorId: clientId }
    const accepted = { ...about, kind: 'booking.accepted', actorId: professionalId }
    if (row.instant) {
      await recordEvent(tx, requested)
      await recordAndNotify(tx, 'notify-booking', { ...accepted, data: { instant: true } })
    } else await recordAndNotify(tx, 'notify-booking', requested)
  }
  if (row.instant) {
    await makeAgreement(tx, { bookingId: row.id }, { because: 'accepted', by: clientId, at })
  }
  return { ...row, conversation_id: saved!.conversationId, later_cents: booking.laterCents }
}

/** The booking that the request asks for, with its home, and its time as `checkVisit` takes it. */
async function wantedBooking(context: Context, tx: Tx, { clientId, request, network }: Requested) {
  const { copy, ...address } = await addressOfRequest(tx, clientId, request)
  const home = context.places.zipOf(address.zip_code) ?? refuse('zip_unknown')
  if (!isNameOfState(address.state, home.state)) refuse('state_not_of_zip')
  const now = context.clock.now()
  const { estimated_hours: hours, professional_id: professionalId } = request
  const asked = requestedSeries(request)
  const { date, time } = asked?.first ?? {
    date: request.booking_date,
    time: request.booking_time,
  }
  const isInstantOnly = request.instant === true
  const when = visitTime({ date, time, hours, timeZone: home.timeZone }, now)
  // The series begins at its own time, also if its first visit is moved.
  if (asked) {
    visitTime({ date: asked.firstDate, time: asked.time, hours, timeZone: home.timeZone }, now)
  }
  return {
    ...request,
    ...address,
    ...when,
    booking_date: date,
    booking_time: time,
    series: asked && { ...asked, id: randomUUID() },
    clientId,
    network,
    zip: home.zip,
    copy,
    placeIds: [home.placeId, home.cityPlaceId],
    timeZone: home.timeZone,
    now,
    isInstantOnly,
    visit: { clientId, professionalId, home, hours, date, startsAt: when.startsAt, isInstantOnly },
  }
}

type Wanted = Awaited<ReturnType<typeof wantedBooking>> & ReturnType<typeof pricedOf>

/** The price, or its refusal. That is thrown later, because other refusals come first. */
function pricedOf(offer: Offer, wanted: Awaited<ReturnType<typeof wantedBooking>>) {
  try {
    const price = priceOf(offer, wanted)
    const later = wanted.series && sumCents(laterLines(price, wanted.estimated_hours))
    return { price, priceRefusal: null, laterCents: later ?? null }
  } catch (error) {
    if (error instanceof Refusal) return { price: null, priceRefusal: error, laterCents: null }
    throw error
  }
}
