import { LiveWord } from '#contract/messaging.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Context } from '#server/context.ts'
import { conversationById, conversationOfBooking } from './conversations.queries.ts'

/** Nudges both sides of a conversation, on all their devices. Call it after the commit. */
export async function tellPair(
  { live }: Context,
  pair: readonly [string, string],
  conversation_id: string,
): Promise<void> {
  await live.tell(pair, { type: 'conversation', conversation_id })
}

/** Nudges both sides of a booking that was made or moved: their lists, and their thread. Call it after the commit. */
export async function tellOfBooking(context: Context, bookingId: string): Promise<void> {
  const found = await conversationOfBooking(context.db, bookingId)
  if (!found) return
  const pair = [found.client_id, found.professional_id] as const
  await Promise.all([
    context.live.tell(pair, { type: 'bookings' }),
    tellPair(context, pair, found.id),
  ])
}

/** What a browser says over its live connection: that somebody is typing, which the other side of an open conversation may see. */
export async function hearWord(context: Context, actor: Actor, text: string): Promise<void> {
  const word = LiveWord.safeParse(parsed(text)).data
  const found = word && (await conversationById(context.db, actor, word.conversation_id))
  if (!found?.open || found.blocked) return
  const other = actor.role === 'client' ? found.professional_id : found.client_id
  await context.live.tell([other], word!)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
