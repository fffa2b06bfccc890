import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import type { World } from '#server/world.ts'
import { pairOf } from './conversation.ts'
import { conversationOf } from './conversations.queries.ts'
import { insertBlock, insertReport, removeBlock } from './safety.queries.ts'

/** Ends the conversation for both until it is taken back; nobody is told. Refuses where there is no conversation. Again is harmless. */
export async function block(world: World, actor: Actor, otherId: string): Promise<void> {
  await refuseStrangers(world, actor, otherId)
  await insertBlock(world.db, { from: actor.id, about: otherId, at: world.clock.now() })
}

/** Takes a block back. Again is harmless. */
export async function unblock({ db }: World, actor: Actor, otherId: string): Promise<void> {
  await removeBlock(db, { from: actor.id, about: otherId })
}

/** Tells the operator about the other side of a conversation; one open report a pair, to which new words are added. */
export async function report(
  world: World,
  actor: Actor,
  { otherId, reason }: { otherId: string; reason: string },
): Promise<void> {
  await refuseStrangers(world, actor, otherId)
  await insertReport(world.db, { from: actor.id, about: otherId, at: world.clock.now(), reason })
}

async function refuseStrangers({ db }: World, actor: Actor, otherId: string): Promise<void> {
  if (!(await conversationOf(db, pairOf(actor, otherId)))) refuse('not_found')
}
