import { RateLimiterMemory } from 'rate-limiter-flexible'
import { TypingSignal } from '#contract/messaging.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Context } from '#server/context.ts'
import {
  conversationById,
  conversationOfBooking,
  conversationsOfSeries,
} from './conversations.queries.ts'

/**
 * Sends both sides a live event: their browsers fetch the conversation again. Call after the commit. rule: live-refresh
 */
export async function notifyPair(
  { live }: Context,
  pair: readonly [string, string],
  conversation_id: string,
): Promise<void> {
  await live.notify(pair, { type: 'conversation', conversation_id })
}

/**
 * Sends both sides of a booking live events: their browsers fetch their bookings and their conversation again. Call it
 * after the commit. rule: live-refresh
 */
export async function notifyBookingChange(context: Context, bookingId: string): Promise<void> {
  const conversation = await conversationOfBooking(context.db, bookingId)
  if (!conversation) return
  const pair = [conversation.client_id, conversation.professional_id] as const
  await Promise.all([
    context.live.notify(pair, { type: 'bookings' }),
    notifyPair(context, pair, conversation.id),
  ])
}

/** The same for the bookings of these series. rule: live-refresh */
export async function notifySeriesChange(
  context: Context,
  seriesIds: readonly string[],
): Promise<void> {
  const pairs = await conversationsOfSeries(context.db, seriesIds)
  // Events are sent in batches, so waiting for each would take long.
  await Promise.all(
    pairs.flatMap(({ id, client_id, professional_id }) => {
      const pair = [client_id, professional_id] as const
      return [context.live.notify(pair, { type: 'bookings' }), notifyPair(context, pair, id)]
    }),
  )
}

/**
 * Forwards a typing signal to the other side of the conversation, if the two may write to each other. Each costs a
 * query and a notification of all processes, so more signals than a browser sends are dropped. rule: typing
 */
export async function relayTyping(context: Context, actor: Actor, frame: string): Promise<void> {
  const signal = TypingSignal.safeParse(parseJson(frame)).data
  if (!signal || !(await isWithinTypingLimit(actor))) return
  const conversation = await conversationById(context.db, actor, signal.conversation_id)
  if (!conversation?.open || conversation.blocked) return
  const otherId = actor.role === 'client' ? conversation.professional_id : conversation.client_id
  await context.live.notify([otherId], signal)
}

const typing = new RateLimiterMemory({ points: 5, duration: 10 })

async function isWithinTypingLimit(actor: Actor): Promise<boolean> {
  return typing.consume(actor.id).then(
    () => true,
    () => false,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
