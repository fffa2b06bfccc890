import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db } from '#server/db/db.ts'
import { Refusal, refuse } from './refusal.ts'

/** Identifies a request that must run once: the user, the call, its Idempotency-Key and a hash of its body. */
export type Idempotency = { userId: string; call: string; key: string; bodyHash: Buffer }

const KEY_LENGTH_MAX = 200
const UNIQUE_VIOLATION = '23505'

/**
 * Reads an Idempotency-Key. Refuses 'bad_request' when it is empty, longer than 200 characters or not printable ASCII.
 */
export function readIdempotencyKey(
  userId: string,
  call: string,
  key: string,
  body: unknown,
): Idempotency {
  if (key.length > KEY_LENGTH_MAX || !/^[\x21-\x7e]+$/.test(key)) refuse('bad_request')
  return { userId, call, key, bodyHash: hash('sha256', JSON.stringify(body) ?? '', 'buffer') }
}

/**
 * Runs a change in a transaction, once for its key. The same key and body get the saved answer; the same key with
 * another body is refused 'idempotency_key_reused'. A change that is refused rolls the key back too. rule:
 * idempotency-key
 */
export async function runOnce<Answer>(
  db: Db,
  idempotency: Idempotency,
  change: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  const { userId, call, key, bodyHash } = idempotency
  return db.transaction().execute(async (tx) => {
    // A concurrent request with the same key waits here for the row lock, until the first one has ended.
    const claimed = await sql`/* prepared claim_key */
      insert into idempotency_keys (user_id, call, key, body_hash)
      values (${userId}, ${call}, ${key}, ${bodyHash})
      on conflict do nothing`.execute(tx)
    if (claimed.numAffectedRows === 0n) {
      return (await findSavedAnswer(tx, idempotency))!.answer as Answer
    }
    const answer = await change(tx)
    await sql`/* prepared keep_answer */
      update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
      where user_id = ${userId} and call = ${call} and key = ${key}`.execute(tx)
    return answer
  })
}

/** Runs a change in a transaction, and once where the request has a key. rule: idempotency-key */
export function runInTransaction<Answer>(
  db: Db,
  idempotency: Idempotency | undefined,
  change: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  return idempotency ? runOnce(db, idempotency, change) : db.transaction().execute(change)
}

/**
 * Runs a change of one statement that saves its own answer (saveAnswerSql). A repeated key violates the primary key of
 * idempotency_keys, which rolls the statement back. A refusal may also come from the first run having succeeded, so
 * both look for the saved answer. rule: idempotency-key
 */
export async function runStatementOnce<Outcome>(
  db: Db,
  idempotency: Idempotency | undefined,
  statement: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await statement()
  } catch (error) {
    const mayHaveRun = error instanceof Refusal || isTakenKey(error)
    const earlier = idempotency && mayHaveRun && (await findSavedAnswer(db, idempotency))
    if (!earlier) throw error
    return earlier.answer as Outcome
  }
}

/**
 * Runs a change that calls an outside provider, so that no transaction stays open meanwhile. The change gets a key of
 * its own and must have the same effect when it runs again with that key. The first answer is saved; an error releases
 * the key. rule: idempotency-key
 */
export async function runOutsideTransactionOnce<Answer>(
  db: Db,
  idempotency: Idempotency | undefined,
  change: (key: string) => Promise<Answer>,
): Promise<Answer> {
  if (!idempotency) return change(randomUUID())
  const { userId, call, key, bodyHash } = idempotency
  const keyColumns = { user_id: userId, call, key }
  await db
    .insertInto('idempotency_keys')
    .values({ ...keyColumns, body_hash: bodyHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const earlier = await findSavedAnswer(db, idempotency)
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
 * SQL that saves `outcome`, an expression over the row of `from`, as the answer to a key. Without a key it inserts
 * nothing.
 */
export function saveAnswerSql(idempotency: Idempotency | undefined, outcome: string, from: string) {
  const { userId, call, key, bodyHash } = idempotency ?? {}
  return sql`insert into idempotency_keys (user_id, call, key, body_hash, answer)
    select ${userId ?? null}::uuid, ${call ?? null}::text, ${key ?? null}::text, ${bodyHash ?? null}::bytea, ${sql.raw(outcome)}
    from ${sql.raw(from)} where ${key ?? null}::text is not null`
}

/** The saved answer to this key, if any. Refuses 'idempotency_key_reused' when it was used with another body. */
export async function findSavedAnswer(db: Db, { userId, call, key, bodyHash }: Idempotency) {
  const earlier = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where('user_id', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst()
  if (earlier && !bodyHash.equals(earlier.body_hash)) refuse('idempotency_key_reused')
  return earlier && { answer: earlier.answer }
}

function isTakenKey(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === UNIQUE_VIOLATION &&
    error.table === 'idempotency_keys'
  )
}
