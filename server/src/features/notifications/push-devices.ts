import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import type { World } from '#server/world.ts'
import { endpointOf, putSubscription, removeSubscription } from './push.queries.ts'

/** What a browser needs to ask for pushes, and where this session's go; null when it has none. */
export async function pushDevice({ db, push }: World, { sessionHash }: Actor) {
  return { public_key: push.publicKey, endpoint: await endpointOf(db, sessionHash) }
}

/** Tells the device of this session from now on, until the session ends. Again is harmless. Refuses what is no push service's address. */
export async function addPushDevice(
  world: World,
  actor: Actor,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
) {
  if (!world.push.accepts(endpoint)) refuse('invalid_input')
  await putSubscription(world.db, {
    endpoint,
    ...keys,
    user_id: actor.id,
    session_hash: actor.sessionHash,
    created_at: world.clock.now(),
  })
  return pushDevice(world, actor)
}

/** Tells it no more. Again is harmless. */
export async function removePushDevice(world: World, actor: Actor) {
  await removeSubscription(world.db, actor.sessionHash)
  return pushDevice(world, actor)
}
