import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import type { Subscription } from '#server/outside/push/push.ts'

/** With more, the device that was added first is removed. rule: push-devices */
const DEVICES_PER_PERSON_MAX = 10

/**
 * The key that a browser subscribes with, and the endpoint of this session's device; null when it has none.
 * rule: push-devices
 */
export async function showPushDevice({ db, push }: Context, { sessionHash }: Actor) {
  const device = await db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst()
  return { public_key: push.publicKey, endpoint: device?.endpoint ?? null }
}

/**
 * Adds the device of this session until the session ends. A session has one device, and a device belongs to one person:
 * the latest one. A person has at most 10: of more, the ones added first are deleted. Safe to repeat. Refuses
 * 'invalid_input' for a URL that cannot be a push service.
 * rule: push-devices
 */
export async function addPushDevice(
  context: Context,
  actor: Actor,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
) {
  if (!context.push.accepts(endpoint)) refuse('invalid_input')
  const device = {
    ...keys,
    user_id: actor.id,
    session_hash: actor.sessionHash,
    created_at: context.clock.now(),
  }
  await context.db.transaction().execute(async (tx) => {
    // Parallel calls of one person run one after the other: one device a session, and no more than the maximum.
    await tx.selectFrom('users').select('id').where('id', '=', actor.id).forNoKeyUpdate().execute()
    const session = await tx
      .selectFrom('sessions')
      .select('session_id')
      .where('token_hash', '=', actor.sessionHash)
      .forUpdate()
      .executeTakeFirst()
    if (!session) refuse('not_signed_in')
    await deleteDeviceOfSession(tx, actor.sessionHash)
    await tx
      .insertInto('push_subscriptions')
      .values({ endpoint, ...device })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
      .execute()
    await deleteFirstDevices(tx, actor.id)
  })
  return showPushDevice(context, actor)
}

/** Deletes the devices beyond the maximum, those added first. */
async function deleteFirstDevices(tx: Db, userId: string): Promise<void> {
  const remaining = tx
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('endpoint')
    .limit(DEVICES_PER_PERSON_MAX)
  await tx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', 'not in', remaining)
    .execute()
}

/** Removes the device of this session. Safe to repeat. */
export async function removePushDevice(context: Context, actor: Actor) {
  await deleteDeviceOfSession(context.db, actor.sessionHash)
  return showPushDevice(context, actor)
}

async function deleteDeviceOfSession(db: Db, sessionHash: Buffer): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_hash', '=', sessionHash).execute()
}

export async function deleteEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
}

/** The devices of a person whose sessions have not expired. */
export async function listDevices(db: Db, userId: string, now: Date): Promise<Subscription[]> {
  return devicesQuery(db, userId, now).execute()
}

export async function loadDevice(
  db: Db,
  userId: string,
  endpoint: string,
  now: Date,
): Promise<Subscription | undefined> {
  return devicesQuery(db, userId, now).where('endpoint', '=', endpoint).executeTakeFirst()
}

function devicesQuery(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.token_hash', 'push_subscriptions.session_hash')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('push_subscriptions.user_id', '=', userId)
    .where('sessions.expires_at', '>', now)
}
