import type { Db } from '#server/db/db.ts'
import type { Subscription } from '#server/outside/push/push.ts'

/** One a session and one a browser: what was there before gives way. */
export async function putSubscription(
  db: Db,
  { endpoint, ...rest }: Subscription & { user_id: string; session_hash: Buffer; created_at: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await removeSubscription(tx, rest.session_hash)
    await tx
      .insertInto('push_subscriptions')
      .values({ endpoint, ...rest })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(rest))
      .execute()
  })
}

export async function removeSubscription(db: Db, sessionHash: Buffer): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_hash', '=', sessionHash).execute()
}

export async function removeEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
}

export async function endpointOf(db: Db, sessionHash: Buffer): Promise<string | null> {
  const found = await db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst()
  return found?.endpoint ?? null
}

/** The devices on which a person is signed in and asked to be told. */
export async function subscriptionsOf(db: Db, userId: string, now: Date): Promise<Subscription[]> {
  return signedIn(db, userId, now).execute()
}

/** One of them, if it still is. */
export async function subscriptionAt(
  db: Db,
  userId: string,
  endpoint: string,
  now: Date,
): Promise<Subscription | undefined> {
  return signedIn(db, userId, now).where('endpoint', '=', endpoint).executeTakeFirst()
}

function signedIn(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.token_hash', 'push_subscriptions.session_hash')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('push_subscriptions.user_id', '=', userId)
    .where('sessions.expires_at', '>', now)
}

/** For one of those who try at once: whether the notice was not pushed before. */
export async function takePush(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notices')
    .set({ pushed_at: at })
    .where('id', '=', id)
    .where('pushed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
