import { dollars } from '#contract/bookings/booking-price.ts'
import { hasBegun, movesOfReader } from '#contract/bookings/booking-status.ts'
import type { BookingCard, Message } from '#contract/talk/messaging.ts'
import { THREAD_PAGE } from '#contract/talk/message-rules.ts'
import type { Role } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { pairOf } from './conversations.ts'
import { outcomeOf } from '#server/bookings/moves/outcome.ts'
import { homeOfBooking } from '#server/bookings/request/home-of-booking.ts'
import { toProposal } from '#server/bookings/proposals/proposal-view.ts'
import { heldField } from '#server/money/leads/holds.ts'
import { shownPrice } from '#server/market/offer/booking-lines.ts'
import { conversationOf } from './conversations.queries.ts'
import { notifyPair } from '#server/live/notify-sides.ts'
import { messageOf, newestMessages, setRead } from './thread.queries.ts'
import type { MessageRow } from './thread.queries.ts'
import { refuseLocked } from '#server/money/leads/leads.ts'

/**
 * A page of the thread with another person, oldest first: the newest page, or the page before the message `before`.
 * Empty without a conversation. Refuses 'lead_locked'. rule: message-screen
 */
export async function threadPage(
  { db, clock }: Context,
  actor: Actor,
  otherId: string,
  before: string | undefined,
): Promise<{ messages: Message[]; has_more: boolean }> {
  const conversation = Id.safeParse(otherId).success
    ? await conversationOf(db, pairOf(actor, otherId), actor.role)
    : undefined
  if (!conversation) return { messages: [], has_more: false }
  if (actor.role === 'professional' && !conversation.open)
    await refuseLocked(db, pairOf(actor, otherId))
  // One more than a page shows whether there are older messages.
  const now = clock.now()
  const rows = await newestMessages(db, conversation.id, { before, limit: THREAD_PAGE + 1, now })
  return {
    messages: rows
      .slice(0, THREAD_PAGE)
      .toReversed()
      .map((row) => ({
        ...messageFromRow(row, actor.role, now),
        ...heldField(conversation.held),
      })),
    has_more: rows.length > THREAD_PAGE,
  }
}

/**
 * The receiver marks a message as read. With `earlier`, also marks what they received before it. Marking again changes
 * nothing. For a message of other people's conversations, refuses 'not_found', as if it did not exist.
 * rule: message-read
 */
export async function markRead(context: Context, actor: Actor, id: string, earlier: boolean) {
  const message = Id.safeParse(id).success ? await messageOf(context.db, actor.id, id) : undefined
  if (!message) refuse('not_found')
  if (message.receiver_id !== actor.id) refuse('not_yours')
  if (actor.role === 'professional' && !message.open)
    await refuseLocked(context.db, pairOf(actor, message.sender_id))
  if (await setRead(context.db, { id, earlier }, context.clock.now())) {
    notifyPair(context, [message.sender_id, actor.id], message.conversation_id)
  }
  return { id, read: true as const }
}

function messageFromRow(row: MessageRow, reader: Role, now: Date): Message {
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    sender_id: row.sender_id,
    receiver_id: row.receiver_id,
    message: row.text,
    timestamp: row.created_at.toISOString(),
    ...(row.delivered_at ? { delivered_at: row.delivered_at.toISOString() } : {}),
    read: row.read_at !== null,
    kind: row.kind,
    picture_url: row.picture_facts?.url ?? null,
    picture: row.picture_facts,
    booking_event: row.event,
    booking: row.booking_id === null ? null : bookingCardFromRow(row, reader, now),
  }
}

/**
 * The booking card of a row, which must have a booking. The lead is open if a professional reads it. rule:
 * booking-moves
 */
function bookingCardFromRow(row: MessageRow, reader: Role, now: Date): BookingCard {
  const { stage } = row
  const state = { status: row.status!, startsAt: row.starts_at!, expiresAt: row.expires_at!, stage }
  const canAccept = (reader === 'client' || row.reachable === true) && !hasBegun(state, now)
  return {
    id: row.booking_id!,
    status: row.status!,
    service_type: row.service_type!,
    booking_date: row.booking_date!,
    booking_time: row.booking_time!,
    city: row.city!,
    total_amount: dollars(row.total_cents!),
    ...shownPrice(row.lines, row.supplies!),
    starts_at: row.starts_at!.toISOString(),
    time_zone: row.time_zone!,
    notice_hours: row.notice_hours!,
    instant: row.instant!,
    series_id: row.series_id,
    reclean_of: row.reclean_of,
    home: homeOfBooking(row),
    stage: row.stage,
    outcome: outcomeOf({ status: row.status!, no_show: row.no_show }),
    final_amount: row.final_cents === null ? null : dollars(row.final_cents),
    proposal:
      row.proposal && toProposal(row.proposal, { role: reader, canAccept, seesNote: true }, now),
    may: movesOfReader(state, reader, row.reachable === true, now),
  }
}
