import type { Db } from '#server/db/db.ts'
import { recordAndNotify, recordEvent } from '#server/events/record.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { makeAgreement } from '../agreements/make-agreement.ts'
import { acceptSeries } from '../series/activate-series.ts'
import { bufferOfChange } from '#server/calendar/free/buffer.ts'
import { noticeHoursOf } from '#server/calendar/free/notice-hours.ts'
import { checkVisit } from '#server/calendar/free/visit-check.ts'
import { updateBooking } from './booking-moves.queries.ts'
import type { LockedBooking } from './booking-moves.queries.ts'
import type { ProposalRow } from '../proposals/proposals.queries.ts'

/** Moves a visit to the time of a proposal; a pending booking is thereby accepted. rule: proposals */
export async function moveVisit(
  context: Context,
  tx: Db,
  actor: Side,
  booking: LockedBooking,
  proposal: ProposalRow,
  now: Date,
): Promise<void> {
  const [starts_at, ends_at] = [new Date(proposal.starts_at), new Date(proposal.ends_at)]
  const { professional_id } = booking
  const isPending = booking.status === 'pending'
  const answeredAt = actor.role === 'professional' ? now : new Date(proposal.created_at)
  const move = moveOf(context, booking, {
    date: proposal.booking_date,
    startsAt: starts_at,
    asker: 'professional',
  })
  const { isInside, outside } = await checkVisit(context, tx, move)
  await updateBooking(tx, booking, {
    status: 'accepted',
    booking_date: proposal.booking_date,
    booking_time: proposal.booking_time,
    starts_at,
    ends_at,
    expires_at: starts_at < booking.expires_at ? starts_at : booking.expires_at,
    moved_at: now,
    outside_hours: !isInside,
    outside,
    buffer_minutes: await bufferOfChange(tx, actor, {
      id: booking.id,
      professional_id,
      starts_at,
      ends_at,
    }),
    ...(isPending
      ? { answered_at: answeredAt, notice_hours: await noticeHoursOf(tx, professional_id) }
      : {}),
  })
  const movedTo = { date: proposal.booking_date, time: proposal.booking_time }
  const by = { which: 'all', by: actor.id } as const
  const isOfSeries =
    isPending && (await acceptSeries(tx, booking, { id: booking.id, movedTo }, by, now))
  if (!isOfSeries) {
    const because = isPending ? 'accepted' : 'moved'
    await makeAgreement(tx, { bookingId: booking.id }, { because, by: actor.id, at: now })
  }
  if (isPending) {
    await recordEvent(tx, {
      kind: 'booking.accepted',
      subjectId: booking.id,
      actorId: booking.professional_id,
      at: now,
      data: { proposal_id: proposal.id },
    })
  }
  await recordProposalEvent(tx, 'moved', proposal, actor, now, { from: booking.starts_at })
}

/**
 * The new time of a visit, to check it for stated hours. A client can propose what they could request; a professional
 * any time. rule: outside-hours, paused-clients
 */
export function moveOf(
  context: Context,
  { id, professional_id, client_id, zip_code, estimated_hours }: LockedBooking,
  { date, startsAt, asker }: { date: string; startsAt: Date; asker: Side['role'] },
) {
  return {
    professionalId: professional_id,
    clientId: asker === 'client' ? client_id : null,
    home: context.places.zipOf(zip_code) ?? refuse('zip_unknown'),
    hours: estimated_hours,
    date,
    startsAt,
    movedId: id,
  }
}

/** Records what happened to a proposal, and enqueues the notice; a withdrawal has none. */
export async function recordProposalEvent(
  tx: Db,
  what: 'proposed' | 'moved' | 'declined' | 'withdrawn' | 'expired',
  { id, by, booking_id, starts_at, status }: ProposalRow,
  actor: Side | null,
  now: Date,
  { from }: { from?: Date } = {},
): Promise<void> {
  // Nobody answered a proposal that moved the visit at once.
  const isAtOnce = what === 'moved' && status === 'accepted'
  const event = {
    kind: `proposal.${what}`,
    subjectId: booking_id,
    actorId: actor?.id ?? null,
    at: now,
    data: {
      proposal_id: id,
      by,
      to: starts_at,
      ...(from ? { from: from.toISOString() } : {}),
      ...(isAtOnce ? { instant: true } : {}),
    },
  }
  if (what === 'withdrawn') await recordEvent(tx, event)
  else await recordAndNotify(tx, 'notify-booking', event)
}
