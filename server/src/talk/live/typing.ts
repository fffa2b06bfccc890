import { RateLimiterMemory } from 'rate-limiter-flexible'
import { TypingSignal } from '#contract/talk/messaging.ts'
import type { Side } from '#server/http/calls/actor.ts'
import type { Context } from '#server/context.ts'
import { conversationById } from '../messages/conversations.queries.ts'

/**
 * Forwards a typing signal to the other side of the conversation, if the two may write to each other. Each costs a
 * query and a notification of all processes, so more signals than a browser sends are dropped. rule: live-refresh
 */
export async function relayTyping(context: Context, actor: Side, frame: string): Promise<void> {
  const signal = TypingSignal.safeParse(parseJson(frame)).data
  if (!signal || !(await isWithinTypingLimit(actor))) return
  const conversation = await conversationById(context.db, actor, signal.conversation_id)
  if (!conversation?.open || conversation.blocked) return
  const otherId = actor.role === 'client' ? conversation.professional_id : conversation.client_id
  await context.live.notify([otherId], signal)
}

const typing = new RateLimiterMemory({ points: 5, duration: 10 })

async function isWithinTypingLimit({ id }: Side): Promise<boolean> {
  return typing.consume(id).then(
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
