import { ACCESS_FIELDS, ACCESS_VIEWS_PER_HOUR } from '#contract/visits/access-rules.ts'
import type { AccessValues } from '#contract/visits/access.ts'
import type { Role } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Visit, VisitMove } from '#contract/visits/visits.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { recordAndNotify, recordEvent } from '#server/events/record.ts'
import type { Actor, Side } from '#server/http/calls/actor.ts'
import { refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import { requireConfirmationWithFactor } from '#server/people/passwords/confirm-password.ts'
import { isLeadLocked, refuseLocked } from '#server/money/leads/leads.ts'
import {
  accessState,
  lockVisit,
  looksOfVisit,
  recordView,
  sealedValues,
  setEnded,
  viewsSince,
} from './access.queries.ts'
import { accessRefusal, accessWindow, isEnded, openingRefusal } from './access-window.ts'
import { openValues } from './access.ts'

const HOUR_MS = 3_600_000

/**
 * The values of a visit, for its professional. The look is recorded in the same transaction, under the lock of the
 * booking: none succeeds after the client's `open: false` was answered. A professional with a second factor confirms
 * the session first. Refuses booking_not_found, lead_locked, access_not_accepted, access_ended, access_not_yet,
 * access_over, access_empty, confirm_first, too_many_requests.
 * rule: access-details, confirmation
 */
export async function viewAccess(
  context: Context,
  professional: Actor,
  bookingId: string,
): Promise<AccessValues & { closes_at: string }> {
  const id = bookingIdOf(bookingId)
  const shown = await context.db.transaction().execute(async (tx) => {
    const visit = (await lockVisit(tx, professional, id)) ?? refuse('booking_not_found')
    const pair = { professionalId: visit.professional_id, clientId: visit.client_id }
    if (await isLeadLocked(tx, pair)) await refuseLocked(tx, pair)
    // Read after the lock: a look that waited for it comes after what it waited for.
    const now = context.clock.now()
    const refusal = accessRefusal(visit, now)
    if (refusal) refuse(refusal)
    const { home_id } = visit
    const sealed = home_id === null ? undefined : await sealedValues(tx, home_id)
    if (home_id === null || !sealed?.size) refuse('access_empty')
    await requireConfirmationWithFactor(context, professional, tx)
    await refuseTooMany(tx, id, ACCESS_VIEWS_PER_HOUR * context.config.rateLimitScale, now)
    const { opensAt, closesAt } = accessWindow(visit)
    const isFirst = await recordView(tx, {
      home_id,
      booking_id: id,
      professional_id: visit.professional_id,
      fields: [...sealed.keys()],
      at: now,
      opens_at: opensAt,
      closes_at: closesAt,
    })
    await recordAccessEvent(tx, {
      kind: 'access.viewed',
      id,
      actorId: professional.id,
      now,
      notifies: isFirst,
    })
    const values = openValues(context.vaultKeys, home_id, sealed)
    return { clientId: visit.client_id, answer: { ...values, closes_at: closesAt.toISOString() } }
  })
  await context.live.notify([shown.clientId], { type: 'bookings' })
  return shown.answer
}

/** rule: access-details */
async function refuseTooMany(tx: Db, bookingId: string, most: number, now: Date): Promise<void> {
  const views = await viewsSince(tx, bookingId, new Date(+now - HOUR_MS))
  const blocking = views.at(-most)
  if (blocking) refuseForSeconds('too_many_requests', (+blocking + HOUR_MS - +now) / 1000)
}

/**
 * Ends the access of a visit, or opens it again. Refuses booking_not_found, access_not_accepted, access_over.
 * rule: access-details
 */
export async function openAccess(
  context: Context,
  client: Side,
  bookingId: string,
  open: boolean,
): Promise<{ open: boolean; opens_at: string; closes_at: string }> {
  const id = bookingIdOf(bookingId)
  const { sides, answer } = await context.db.transaction().execute(async (tx) => {
    const visit = (await lockVisit(tx, client, id)) ?? refuse('booking_not_found')
    const now = context.clock.now()
    const refusal = openingRefusal(visit, now)
    if (refusal) refuse(refusal)
    const wasOpen = visit.access_ended_at === null
    if (open !== wasOpen) {
      await setEnded(tx, id, open ? null : now)
      const kind = open ? 'access.opened' : 'access.ended'
      await recordAccessEvent(tx, { kind, id, actorId: client.id, now, notifies: !open })
    }
    const { opensAt, closesAt } = accessWindow(visit)
    return {
      sides: [visit.client_id, visit.professional_id],
      answer: {
        open: open && !visit.blocked,
        opens_at: opensAt.toISOString(),
        closes_at: closesAt.toISOString(),
      },
    }
  })
  await context.live.notify(sides, { type: 'bookings' })
  return answer
}

/**
 * Ends the access of a visit that the caller has locked: the client reported that nobody came, and is notified of the
 * report. rule: access-details
 */
export async function endAccessOfNoShow(
  tx: Db,
  { clock }: Pick<Context, 'clock'>,
  { bookingId, actorId }: { bookingId: string; actorId: string },
): Promise<void> {
  const { access_ended_at } = await accessState(tx, bookingId)
  if (access_ended_at !== null) return
  const now = clock.now()
  await setEnded(tx, bookingId, now)
  await recordAccessEvent(tx, {
    kind: 'access.ended',
    id: bookingId,
    actorId,
    now,
    notifies: false,
  })
}

type AccessEvent = { kind: string; id: string; actorId: string; now: Date; notifies: boolean }

/** Records an event, which holds no value. `notifies`: also enqueues the notice of the other side. */
async function recordAccessEvent(
  tx: Db,
  { kind, id, actorId, now, notifies }: AccessEvent,
): Promise<void> {
  const event = { kind, subjectId: id, actorId, at: now }
  if (notifies) await recordAndNotify(tx, 'notify-visit', event)
  else await recordEvent(tx, event)
}

/**
 * The access details of a visit as both sides see them, and the moves that their reader can make. rule: access-details
 */
export async function accessOfVisit(
  db: Db,
  reader: Role,
  bookingId: string,
  now: Date,
): Promise<{ access: Visit['access']; may: VisitMove[] }> {
  const visit = await accessState(db, bookingId)
  const { opensAt, closesAt } = accessWindow(visit)
  const isAgreed = openingRefusal(visit, now) !== 'access_not_accepted'
  const saved = isAgreed ? ACCESS_FIELDS.filter((field) => visit.saved.includes(field)) : []
  const access = {
    saved,
    open: isAgreed && !isEnded(visit),
    opens_at: opensAt.toISOString(),
    closes_at: closesAt.toISOString(),
    viewed_at: reader === 'client' ? await looksOfVisit(db, bookingId) : [],
  }
  return { access, may: movesOf(visit, reader, saved.length > 0, now) }
}

function movesOf(
  visit: Awaited<ReturnType<typeof accessState>>,
  reader: Role,
  hasValues: boolean,
  now: Date,
): VisitMove[] {
  if (reader === 'professional') {
    return hasValues && accessRefusal(visit, now) === undefined ? ['view_access'] : []
  }
  if (openingRefusal(visit, now)) return []
  if (visit.access_ended_at !== null) return ['open_access']
  return hasValues ? ['end_access'] : []
}

function bookingIdOf(id: string): string {
  return Id.safeParse(id).data ?? refuse('booking_not_found')
}
