import { LiveWord } from '#contract/messaging.ts'
import type { Actor } from '#server/http/actor.ts'
import type { World } from '#server/world.ts'
import { conversationById, conversationOfBooking } from './conversations.queries.ts'

/** Nudges both sides of a conversation, on all their devices. Call it after the commit. */
export async function tellPair(
  { live }: World,
  pair: readonly [string, string],
  conversation_id: string,
): Promise<void> {
  await live.tell(pair, { type: 'conversation', conversation_id })
}

/** Nudges both sides of a booking that was made or moved: their lists, and their thread. Call it after the commit. */
export async function tellOfBooking(world: World, bookingId: string): Promise<void> {
  const found = await conversationOfBooking(world.db, bookingId)
  if (!found) return
  const pair = [found.client_id, found.professional_id] as const
  await Promise.all([world.live.tell(pair, { type: 'bookings' }), tellPair(world, pair, found.id)])
}

/** What a browser says over its live connection: that somebody is typing, which the other side of an open conversation may see. */
export async function hearWord(world: World, actor: Actor, text: string): Promise<void> {
  const word = LiveWord.safeParse(parsed(text)).data
  const found = word && (await conversationById(world.db, actor, word.conversation_id))
  if (!found?.open || found.blocked) return
  const other = actor.role === 'client' ? found.professional_id : found.client_id
  await world.live.tell([other], word!)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
