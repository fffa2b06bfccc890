import { hash, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/db.ts'
import { Refusal, refuse } from './refusal.ts'

/** Identifies a request that must run once: the user, the endpoint, the Idempotency-Key and a hash of the body. */
export type Idempotency = { userId: string; call: string; key: string; bodyHash: Buffer }

const KEY_LENGTH_MAX = 200

/**
 * Reads an Idempotency-Key. `content` is what the request asks for. Refuses 'bad_request' when the key is empty, longer
 * than 200 characters or not printable ASCII.
 */
export function readIdempotencyKey(
  userId: string,
  call: string,
  key: string,
  content: unknown,
): Idempotency {
  refuseBadKey(key)
  return { userId, call, key, bodyHash: hash('sha256', JSON.stringify(content) ?? '', 'buffer') }
}

/** The key of a visitor. They have no rows in idempotency_keys, which belong to users. */
export function readVisitorKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (typeof key !== 'string') return undefined
  refuseBadKey(key)
  return key
}

/**
 * The id of a row that a visitor makes with a key: the primary key keeps it the only one. `of` says whose key it is.
 */
export function idOfVisitorKey(of: string, key: string): string {
  // PostgreSQL takes a UUID without hyphens too.
  return hash('sha256', `${of} ${key}`).slice(0, 32)
}

function refuseBadKey(key: string): void {
  if (key.length > KEY_LENGTH_MAX || !/^[\x21-\x7e]+$/.test(key)) refuse('bad_request')
}

/**
 * Runs a change in a transaction, once for its key. The same key and body get the saved answer; the same key with
 * another body is refused 'idempotency_key_reused'. If the change is refused, the key is not kept.
 * rule: idempotency-key
 */
async function runOnce<Answer>(
  db: Db,
  idempotency: Idempotency,
  change: (tx: Tx) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  const { userId, call, key, bodyHash } = idempotency
  return db.transaction().execute(async (tx) => {
    // A concurrent request with the same key waits here for the row lock, until the first one has ended.
    const claimed = await sql`
      insert into idempotency_keys (user_id, call, key, body_hash)
      values (${userId}, ${call}, ${key}, ${bodyHash})
      on conflict do nothing`.execute(tx)
    if (claimed.numAffectedRows === 0n) {
      return (await findSavedAnswer(tx, idempotency))!.answer as Answer
    }
    const answer = await change(tx)
    if (answer instanceof Refusal) {
      await tx
        .deleteFrom('idempotency_keys')
        .where((row) => row.and({ user_id: userId, call, key }))
        .execute()
      return answer
    }
    await sql`
      update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
      where user_id = ${userId} and call = ${call} and key = ${key}`.execute(tx)
    return answer
  })
}

/**
 * Runs a change in a transaction. If the request has a key, it runs once for that key. A refusal that the change
 * returns is thrown after the commit: what the transaction wrote stays, such as the count of a limit.
 * rule: idempotency-key
 */
export async function runInTransaction<Answer>(
  db: Db,
  idempotency: Idempotency | undefined,
  change: (tx: Tx) => Promise<Answer | Refusal>,
): Promise<Answer> {
  const answer = idempotency
    ? await runOnce(db, idempotency, change)
    : await db.transaction().execute(change)
  if (answer instanceof Refusal) throw answer
  return answer
}

/**
 * Runs a change that calls an outside provider. No transaction is open during the call. The change receives a key for
 * the provider; running it twice with that key must have the effect of running it once. The first answer is saved.
 * After an error the request's key can be used again. rule: idempotency-key
 */
export async function runOutsideTransactionOnce<Answer>(
  db: Db,
  idempotency: Idempotency | undefined,
  change: (key: string) => Promise<Answer>,
): Promise<Answer> {
  if (!idempotency) return change(randomUUID())
  const { userId, call, key, bodyHash } = idempotency
  const keyColumns = { user_id: userId, call, key }
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('idempotency_keys')
    .values({ ...keyColumns, body_hash: bodyHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const earlier = inserted ? undefined : await findSavedAnswer(db, idempotency)
  if (earlier?.answer) return earlier.answer as Answer
  try {
    const answer = await change(hash('sha256', `${userId} ${call} ${key}`, 'base64url'))
    await db
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where((row) => row.and(keyColumns))
      .where('answer', 'is', null)
      .execute()
    return answer
  } catch (error) {
    await db
      .deleteFrom('idempotency_keys')
      .where((row) => row.and(keyColumns))
      .where('answer', 'is', null)
      .execute()
    throw error
  }
}

/**
 * The saved answer to this key, if any. Refuses 'idempotency_key_reused' when it was used with another body. The lock
 * of the row is written to the log, so the commit of the repeat waits until replicas have it and all before it.
 * rule: database-lost
 */
export async function findSavedAnswer(db: Db, { userId, call, key, bodyHash }: Idempotency) {
  const { rows } = await sql<{ body_hash: Buffer; answer: unknown }>`
    select body_hash, answer from idempotency_keys
    where user_id = ${userId}::uuid and call = ${call} and key = ${key} for update`.execute(db)
  const [earlier] = rows
  if (earlier && !bodyHash.equals(earlier.body_hash)) refuse('idempotency_key_reused')
  return earlier && { answer: earlier.answer }
}

/**
 * Runs `first` before a change, but not for a repeated request: its saved answer costs no rate limit. `first` must not
 * be part of the transaction. rule: idempotency-key, rate-limits
 */
export async function unlessRepeated(
  db: Db,
  idempotency: Idempotency | undefined,
  first: () => Promise<unknown>,
): Promise<{ answer: unknown } | undefined> {
  const earlier = idempotency && (await findSavedAnswer(db, idempotency))
  if (earlier?.answer) return { answer: earlier.answer }
  await first()
  return undefined
}
