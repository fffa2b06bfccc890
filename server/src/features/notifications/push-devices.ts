import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { endpointOf, putSubscription, removeSubscription } from './push.queries.ts'

/** What a browser needs to ask for pushes, and where this session's go; null when it has none. */
export async function pushDevice({ db, push }: Context, { sessionHash }: Actor) {
  return { public_key: push.publicKey, endpoint: await endpointOf(db, sessionHash) }
}

/** Tells the device of this session from now on, until the session ends. Again is harmless. Refuses what is no push service's address. */
export async function addPushDevice(
  context: Context,
  actor: Actor,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
) {
  if (!context.push.accepts(endpoint)) refuse('invalid_input')
  await putSubscription(context.db, {
    endpoint,
    ...keys,
    user_id: actor.id,
    session_hash: actor.sessionHash,
    created_at: context.clock.now(),
  })
  return pushDevice(context, actor)
}

/** Tells it no more. Again is harmless. */
export async function removePushDevice(context: Context, actor: Actor) {
  await removeSubscription(context.db, actor.sessionHash)
  return pushDevice(context, actor)
}
