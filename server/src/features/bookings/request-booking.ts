import { randomUUID } from 'node:crypto'
import { cents, dollars, sumCents } from '#contract/booking-price.ts'
import type { BookingRequest } from '#contract/bookings.ts'
import { helpOfSolution, limitScale } from '#server/http/limit-scale.ts'
import { runInTransaction, runStatementOnce } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { consumeRateLimit, giveBackRateLimit } from '#server/http/rate-limits.ts'
import { Refusal, refuse, refuseForSeconds } from '#server/http/refusal.ts'
import type { Helped } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { makeAgreement } from '../agreements/make-agreement.ts'
import { heldField, holdOfPairSql } from '../billing/holds.ts'
import { waitForNewPairSql } from '../billing/lead-limits.ts'
import { leadOpens } from '../billing/leads.ts'
import { isScreenedSql } from '../billing/screened-contacts.ts'
import { addressOfRequest } from '../homes/copy-home.ts'
import { isNameOfState } from '../locations/states.ts'
import { notifyBookingSides } from '#server/live/notify-sides.ts'
import { refuseConflicts, requestedSeries } from '../series/series-preview.ts'
import { loadOffer } from '../offer/load-offer.ts'
import type { Offer } from '../offer/load-offer.ts'
import { laterLines, priceOf } from '../offer/visit-price.ts'
import { refusePaused, refuseTooShort, refuseUnserved } from '../time/refuse-visit.ts'
import { checkVisit, checkVisitOrRefusal } from '../time/visit-check.ts'
import {
  bookedVisit,
  checkBooking,
  findSameRequest,
  insertBooking,
  insertOnce,
  lockInstantBooking,
  waitOfRequest,
} from './request-booking.queries.ts'
import type {
  CheckedRequest,
  NewBooking,
  RequestResult,
  SameRequest,
} from './request-booking.queries.ts'
import { visitTime } from './visit-time.ts'

/** A booking that was written now, or by the same request before. */
type Written = (RequestResult | SameRequest) & { status?: SameRequest['status'] }

/** How many bookings a client may request in an hour. RATE_LIMIT_SCALE multiplies it. rule: booking-rate-limit */
const REQUESTS_PER_HOUR_MAX = 30

/**
 * A client requests a visit, or books it at once where that is possible and the request does not say otherwise. In one
 * statement, writes the booking, the lead of this client and professional, the event, the job that notifies the
 * professional, and the answer for the Idempotency-Key (`idempotency`); or nothing. A repeat with the same key returns
 * the first booking, and so does the same request with another key or none while that booking is open. `network` is
 * `networkKey` of the caller's address. Money is in dollars. `price_changed` is true if the request contained another
 * total, or of later visits of a series, than the server computed. Refusals: zip_unknown,
 * state_not_of_zip, those of `addressOfRequest` and `visitTime`, professional_not_accepting, service_not_offered,
 * frequency_not_offered, home_not_served, hours_below_minimum, those of `priceOf`, professional_paused, those of
 * `checkVisit`, email_not_verified, instant_not_offered, series_invalid, series_conflicts, too_many_requests,
 * too_many_contacts, idempotency_key_reused.
 * rule: booking-request, booking-same-request, instant-booking, booking-price-frozen, series-request, held-starts
 */
export async function requestBooking(
  context: Context,
  clientId: string,
  request: BookingRequest,
  network: string,
  idempotency?: Idempotency,
) {
  const {
    id,
    total_cents,
    later_cents = null,
    expires_at,
    instant,
    series_id,
    held,
    status = instant ? 'accepted' : 'pending',
  }: Written = await runStatementOnce(context.db, idempotency, () =>
    countForNetwork(context, network, () =>
      writeRequest(context, clientId, request, network, idempotency),
    ),
  )
  const { sides, visit } = await bookedVisit(context.db, id)
  notifyBookingSides(context, sides)
  const differs = (shown: number | undefined, is: number | null) =>
    shown !== undefined && is !== null && cents(shown) !== is
  return {
    id,
    status,
    instant: Boolean(instant),
    total_amount: dollars(total_cents),
    price_changed:
      differs(request.total_amount, total_cents) || differs(request.later_amount, later_cents),
    later_amount: later_cents === null ? null : dollars(later_cents),
    expires_at:
      status === 'accepted' || held === 'email' ? null : new Date(expires_at).toISOString(),
    series_id: series_id ?? null,
    visit: { ...visit, starts_at: visit.starts_at.toISOString() },
    ...heldField(held),
    isScreened: held === 'screened',
  }
}

/**
 * Counts a booking for its network: many accounts of one network together have a limit too. A refusal is given back,
 * also the one of this limit, because it was counted above the limit, and so is what writes nothing.
 * rule: booking-rate-limit
 */
async function countForNetwork(
  context: Context,
  network: string,
  write: () => Promise<Written>,
): Promise<Written> {
  const giveBack = () =>
    giveBackRateLimit(context, 'booking_by_network', network).catch((failure: unknown) =>
      context.log.error({ err: failure }, 'a refused booking counts for its network'),
    )
  try {
    await consumeRateLimit(context, 'booking_by_network', network)
    const written = await write()
    if ('repeated' in written) await giveBack()
    return written
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** How often the price is computed again, because the professional changed the offer meanwhile. */
const PRICE_ATTEMPTS_MAX = 5

/**
 * Writes the request at the price that is true then: if the offer changes in between, it is read again.
 * rule: booking-price-frozen
 */
async function writeRequest(
  context: Context,
  clientId: string,
  request: BookingRequest,
  network: string,
  idempotency?: Idempotency,
): Promise<Written> {
  for (let attempt = 0; attempt < PRICE_ATTEMPTS_MAX; attempt += 1) {
    const result = await writeAtPrice(context, clientId, request, network, idempotency)
    if (result && ('repeated' in result || result.price_current)) return result
  }
  return refuse('overloaded')
}

/**
 * Runs the statement once if nothing depends on the hours of the professional. Otherwise the first run only asks, and
 * the second one writes what the check of the time allows. Where the time must be checked in any case, a shorter
 * statement asks. Undefined, and nothing was written, if the price is not current.
 */
async function writeAtPrice(
  context: Context,
  clientId: string,
  request: BookingRequest,
  network: string,
  idempotency?: Idempotency,
): Promise<RequestResult | SameRequest | undefined> {
  const { booking, requested } = await wantedBooking(
    context,
    clientId,
    request,
    network,
    idempotency,
  )
  const written = mustCheck(booking)
    ? await findSameRequest(context.db, booking)
    : await writeOnce(context.db, booking)
  if (written && ('repeated' in written || !written.needs_check)) return written
  const result = written ?? refuseUnlessBookable(await checkBooking(context.db, booking), booking)
  if (!result.price_current) return undefined
  // The statement does not count a refused request, but even a refusal reveals free times.
  if (requested.isInstantOnly || result.only_inside_hours || booking.series) {
    await consumeRateLimit(context, 'free_time_by_client', clientId)
  }
  const mayBeInstant = !booking.series && request.instant !== false && result.takes_instant
  return mayBeInstant
    ? bookInstantly(context, booking, requested)
    : askAfterCheck(context, booking, requested)
}

/** Writes the booking, unless the client has asked for the same before. rule: booking-same-request */
async function writeOnce(
  db: Db,
  booking: Omit<Wanted['booking'], 'check'> & Pick<NewBooking, 'check'>,
): Promise<RequestResult | SameRequest> {
  const result = await insertOnce(db, booking)
  return result?.same ?? refuseUnlessBookable(result, booking)
}

const mustCheck = ({ isInstantOnly, series }: NewBooking) => isInstantOnly || series !== undefined

/** The booking that the request asks for, with its home and its price, and its time as `checkVisit` takes it. */
async function wantedBooking(
  context: Context,
  clientId: string,
  request: BookingRequest,
  network: string,
  idempotency?: Idempotency,
) {
  const { copy, ...address } = await addressOfRequest(context.db, clientId, request)
  const home = context.places.zipOf(address.zip_code) ?? refuse('zip_unknown')
  if (!isNameOfState(address.state, home.state)) refuse('state_not_of_zip')
  const now = context.clock.now()
  const { estimated_hours: hours } = request
  const asked = requestedSeries(request)
  const { date, time } = asked?.first ?? {
    date: request.booking_date,
    time: request.booking_time,
  }
  const isInstantOnly = request.instant === true
  const visit = visitTime({ date, time, hours, timeZone: home.timeZone }, now)
  // The series begins at its own time, also if its first visit is moved.
  if (asked) {
    visitTime({ date: asked.firstDate, time: asked.time, hours, timeZone: home.timeZone }, now)
  }

  const pair = { clientId, professionalId: request.professional_id }
  const offer =
    (await loadOffer(context.db, pair.professionalId)) ?? refuse('professional_not_accepting')
  const priced = pricedOf(offer, request)
  const pairMoment = { ...pair, network, at: now }
  const limits = () => ({
    requestsPerHourMax: REQUESTS_PER_HOUR_MAX * limitScale(context.config),
    pairWait: waitForNewPairSql(context, pairMoment),
  })
  const booking = {
    ...request,
    ...address,
    ...visit,
    booking_date: date,
    booking_time: time,
    series: asked && { ...asked, id: randomUUID() },
    clientId,
    zip: home.zip,
    copy,
    placeIds: [home.placeId, home.cityPlaceId],
    timeZone: home.timeZone,
    now,
    ...limits(),
    hold: holdOfPairSql(context, pair),
    isHelpedBySolution: helpOfSolution((tx) => waitOfRequest(tx, { clientId, now, ...limits() })),
    isScreened: isScreenedSql(context, pairMoment),
    idempotency,
    isInstantOnly,
    check: null,
    instantTerms: null,
    offer,
    ...priced,
    laterCents: asked && priced.price ? sumCents(laterLines(priced.price, hours)) : null,
  }
  const requested = { ...pair, home, hours, date, startsAt: visit.startsAt, isInstantOnly }
  return { booking, requested }
}

type Wanted = Awaited<ReturnType<typeof wantedBooking>>

/** A request that waits for the professional's answer. Regular visits are refused if one of the first does not fit. */
async function askAfterCheck(
  context: Context,
  booking: Wanted['booking'],
  requested: Wanted['requested'],
): Promise<RequestResult | SameRequest> {
  const check = await checkVisit(context, context.db, requested)
  if (booking.series)
    await refuseConflicts(context, requested, requested.home, requested.hours, booking.series)
  return writeOnce(context.db, { ...booking, check })
}

/**
 * Accepted at once if the time is free and a credit opens the lead, under the locks of every acceptance.
 * rule: instant-booking
 */
function bookInstantly(
  context: Context,
  booking: Wanted['booking'],
  requested: Wanted['requested'],
): Promise<RequestResult | SameRequest> {
  // The repeat of a request is known by its statement.
  return runInTransaction<RequestResult | SameRequest>(context.db, undefined, async (tx) => {
    await lockInstantBooking(tx, requested)
    const same = await findSameRequest(tx, booking)
    if (same) return same
    const check = await checkVisitOrRefusal(context, tx, requested)
    if (check instanceof Refusal) return check
    const instantTerms = check.isInstant && (await leadOpens(tx, requested)) ? check.terms : null
    const booked = refuseUnlessBookable(
      await insertBooking(tx, { ...booking, check, instantTerms }),
      booking,
    )
    if (booked.id && booked.instant) {
      const made = { because: 'accepted', by: requested.clientId, at: booking.now } as const
      await makeAgreement(tx, { bookingId: booked.id }, made)
    }
    return booked
  })
}

/** The price, or its refusal. That is thrown later, because other refusals come first. */
function pricedOf(offer: Offer, request: BookingRequest) {
  try {
    return { price: priceOf(offer, request), priceRefusal: null }
  } catch (error) {
    if (error instanceof Refusal) return { price: null, priceRefusal: error }
    throw error
  }
}

/** Returns the result of the statement, or refuses. If its price is not current, nothing was written. */
function refuseUnlessBookable<
  Result extends CheckedRequest &
    Partial<Pick<RequestResult, 'booking_wait' | 'pair_wait' | 'hold'>>,
>(
  result: Result | undefined,
  {
    zip,
    service_type,
    isInstantOnly,
    priceRefusal,
    isHelpedBySolution,
  }: Pick<NewBooking, 'zip' | 'service_type' | 'isInstantOnly'> & {
    priceRefusal: Refusal | null
    isHelpedBySolution: Helped
  },
): Result {
  if (result?.signed_in === false) refuse('not_signed_in')
  if (!result?.reachable) refuse('professional_not_accepting')
  if (!result.offers) refuse('service_not_offered')
  if (!result.offers_frequency) refuse('frequency_not_offered')
  if (!result.serves) refuseUnserved({ zip }, { service_type })
  if (!result.price_current) return result
  if (priceRefusal && priceRefusal.code !== 'extras_too_long') throw priceRefusal
  if (!result.long_enough) refuseTooShort(result.min_hours)
  if (priceRefusal) throw priceRefusal
  const { paused_until } = result
  if (paused_until) refusePaused(paused_until)
  const { booking_wait, pair_wait } = result
  if (booking_wait) refuseForSeconds('too_many_requests', booking_wait, { isHelpedBySolution })
  if (result.hold === 'too_many') refuse('email_not_verified')
  if (pair_wait) refuseForSeconds('too_many_contacts', pair_wait, { isHelpedBySolution })
  if (isInstantOnly && result.hold) {
    refuse(result.hold === 'email' ? 'email_not_verified' : 'instant_not_offered')
  }
  return result
}
