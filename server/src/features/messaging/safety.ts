import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { pairOf } from './conversation.ts'
import { conversationOf } from './conversations.queries.ts'
import { insertBlock, insertReport, removeBlock } from './safety.queries.ts'

/** Ends the conversation for both until it is taken back; nobody is told. Refuses where there is no conversation. Again is harmless. */
export async function block(context: Context, actor: Actor, otherId: string): Promise<void> {
  await refuseStrangers(context, actor, otherId)
  await insertBlock(context.db, { from: actor.id, about: otherId, at: context.clock.now() })
}

/** Takes a block back. Again is harmless. */
export async function unblock({ db }: Context, actor: Actor, otherId: string): Promise<void> {
  await removeBlock(db, { from: actor.id, about: otherId })
}

/** Tells the operator about the other side of a conversation; one open report a pair, to which new words are added. */
export async function report(
  context: Context,
  actor: Actor,
  { otherId, reason }: { otherId: string; reason: string },
): Promise<void> {
  await refuseStrangers(context, actor, otherId)
  await insertReport(context.db, {
    from: actor.id,
    about: otherId,
    at: context.clock.now(),
    reason,
  })
}

async function refuseStrangers({ db }: Context, actor: Actor, otherId: string): Promise<void> {
  if (!(await conversationOf(db, pairOf(actor, otherId)))) refuse('not_found')
}
