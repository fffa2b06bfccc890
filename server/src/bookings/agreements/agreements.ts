import type { Agreement } from '#contract/bookings/agreements.ts'
import type { Role } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { isLeadLocked, refuseLocked } from '#server/money/leads/leads.ts'
import { lockOwnBooking } from '../moves/booking-moves.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import { agreementDifference } from './agreement-text.ts'
import {
  agreementBooking,
  insertConfirmation,
  textsOfVersions,
  versionsOfBooking,
} from './agreements.queries.ts'
import type { AgreementRow } from './agreements.queries.ts'

export { hasAgreedSql } from './agreements.queries.ts'

/**
 * One version of the agreement of a visit, by default the latest. Refuses booking_not_found, lead_locked,
 * agreement_not_made, and not_found for an unknown version. rule: work-agreement
 */
export async function readAgreement(
  db: Db,
  reader: Side,
  bookingId: string,
  wanted?: number,
): Promise<Agreement> {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const booking = (await agreementBooking(db, reader, id)) ?? refuse('booking_not_found')
  if (reader.role === 'professional' && booking.locked)
    await refuseLocked(db, { professionalId: booking.professional_id, clientId: booking.client_id })
  const versions = await versionsOfBooking(db, booking)
  const latest = versions.at(-1) ?? refuse('agreement_not_made')
  const number = wanted ?? latest.version
  const row = versions.find(({ version }) => version === number) ?? refuse('not_found')
  const before = versions.findLast(({ version }) => version < number)
  const texts = await textsOfVersions(db, before ? [row.id, before.id] : [row.id])
  const [columns = [], columnsBefore] = texts
  const confirmed = confirmedOf(row)
  return {
    ...shownVersion(row),
    latest: latest.version,
    time_zone: booking.time_zone,
    columns,
    hash: row.hash,
    confirmed,
    versions: versions.map(shownVersion),
    difference: columnsBefore ? agreementDifference(columnsBefore, columns) : null,
    redacted: row.redacted_at !== null,
    may_confirm: mayConfirm(booking, row, latest, reader.role),
  }
}

const shownVersion = ({ version, made_at, because }: AgreementRow) => ({
  version,
  made_at: made_at.toISOString(),
  because,
})

function confirmedOf({ client_at, professional_at }: AgreementRow): Agreement['confirmed'] {
  return {
    client: client_at?.toISOString() ?? null,
    professional: professional_at?.toISOString() ?? null,
  }
}

function mayConfirm(
  { status }: { status: string },
  row: AgreementRow,
  latest: AgreementRow,
  side: Role,
): boolean {
  return (
    status === 'accepted' &&
    row.version === latest.version &&
    row.redacted_at === null &&
    confirmedOf(row)[side] === null
  )
}

/** The agreement as the view of a visit shows it; null before there is one. rule: visit-view */
export async function agreementOfVisit(
  db: Db,
  { id, series_id, status }: { id: string; series_id: string | null; status: string },
  side: Role,
) {
  const latest = await latestVersion(db, { id, series_id })
  if (!latest) return { agreement: null, mayConfirm: false }
  return {
    agreement: { version: latest.version, confirmed: confirmedOf(latest) },
    mayConfirm: mayConfirm({ status }, latest, latest, side),
  }
}

/**
 * One side agrees to the latest version, which they name with its hash. Again it changes nothing. Refuses
 * booking_not_found, lead_locked, agreement_not_made, agreement_changed, booking_already_moved. rule: work-agreement
 */
export async function confirmAgreement(
  context: Context,
  actor: Side,
  bookingId: string,
  { version, hash }: { version: number; hash: string },
): Promise<Agreement['confirmed']> {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const now = context.clock.now()
  const confirmed = await context.db.transaction().execute(async (tx) => {
    const booking =
      (await lockOwnBooking(tx, actor, id, { whileSuspended: 'visits', locksSeries: true })) ??
      refuse('booking_not_found')
    await refuseIfLocked(tx, actor, booking)
    const latest = (await latestVersion(tx, booking)) ?? refuse('agreement_not_made')
    if (latest.version !== version || latest.hash !== hash) refuse('agreement_changed')
    const present = confirmedOf(latest)
    if (present[actor.role] !== null) return present
    if (!mayConfirm(booking, latest, latest, actor.role)) refuse('booking_already_moved')
    await insertConfirmation(tx, latest, actor.role, now)
    return { ...present, [actor.role]: now.toISOString() }
  })
  await notifyBookingChange(context, id)
  // The reminder in their bell asks no longer.
  void context.live.notify([actor.id], { type: 'notices' })
  return confirmed
}

/** The latest version that this side has not agreed to; null: there is none. */
export async function agreementToAsk(db: Db, id: string, side: Role): Promise<string | null> {
  const booking = await db
    .selectFrom('bookings')
    .select(['id', 'series_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const latest = await latestVersion(db, booking)
  return latest && confirmedOf(latest)[side] === null ? latest.id : null
}

/** Whether a stored version is the latest for a visit. A notice of it is no longer correct otherwise. */
export async function isLatestVersion(db: Db, id: string, stored: number): Promise<boolean> {
  const booking = await db
    .selectFrom('bookings')
    .select(['id', 'series_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return booking !== undefined && (await latestVersion(db, booking))?.stored_version === stored
}

/** The latest version for a visit; undefined before there is one. */
export async function latestVersion(db: Db, booking: { id: string; series_id: string | null }) {
  return (await versionsOfBooking(db, booking)).at(-1)
}

/** Refuses lead_locked to a professional whose lead is locked. */
export async function refuseIfLocked(
  tx: Db,
  { role }: Side,
  { professional_id, client_id }: { professional_id: string; client_id: string },
): Promise<void> {
  if (role !== 'professional') return
  const pair = { professionalId: professional_id, clientId: client_id }
  if (await isLeadLocked(tx, pair)) await refuseLocked(tx, pair)
}
