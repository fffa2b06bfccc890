import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db } from '#server/db/db.ts'
import { Refusal, refuse } from './refusal.ts'

/** What a person means to do once: who, which call, under which key, and a hash of what was sent. */
export type Idempotency = { userId: string; call: string; key: string; bodyHash: Buffer }

const KEY_LENGTH_MAX = 200
const UNIQUE_VIOLATION = '23505'

/** The idempotency behind a key; a key that is no short printable word is refused. */
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
 * Does a deed once for an Idempotency-Key (decision 40): the same key and body get the same answer and nothing is done again,
 * also when both come at the same moment; the same key with another body is refused. A deed that is refused leaves no trace.
 */
export async function runOnce<Answer>(
  db: Db,
  idempotency: Idempotency,
  deed: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  const { userId, call, key, bodyHash } = idempotency
  return db.transaction().execute(async (tx) => {
    // A second one with this key waits here until the first has ended.
    const claimed = await sql`/* prepared claim_key */
      insert into idempotency_keys (user_id, call, key, body_hash)
      values (${userId}, ${call}, ${key}, ${bodyHash})
      on conflict do nothing`.execute(tx)
    if (claimed.numAffectedRows === 0n) {
      return (await findSavedAnswer(tx, idempotency))!.answer as Answer
    }
    const answer = await deed(tx)
    await sql`/* prepared keep_answer */
      update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
      where user_id = ${userId} and call = ${call} and key = ${key}`.execute(tx)
    return answer
  })
}

/** A deed in one transaction, once for its Idempotency-Key where there is one. */
export function runInTransaction<Answer>(
  db: Db,
  idempotency: Idempotency | undefined,
  deed: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  return idempotency ? runOnce(db, idempotency, deed) : db.transaction().execute(deed)
}

/**
 * The same for a deed of one statement that writes its outcome beside itself (saveAnswerSql): the key's own constraint undoes
 * a second one, and what is refused now may have been done before.
 */
export async function runStatementOnce<Outcome>(
  db: Db,
  idempotency: Idempotency | undefined,
  deed: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await deed()
  } catch (error) {
    const done = error instanceof Refusal || isTakenKey(error)
    const earlier = idempotency && done && (await findSavedAnswer(db, idempotency))
    if (!earlier) throw error
    return earlier.answer as Outcome
  }
}

/**
 * The same for a deed that calls a provider, which no transaction may wait for: it is told a key that is the idempotency's own, and
 * has to come to the same end when it is done again with that key. The first answer is kept; a refusal leaves the key free.
 */
export async function runOutsideTransactionOnce<Answer>(
  db: Db,
  idempotency: Idempotency | undefined,
  deed: (key: string) => Promise<Answer>,
): Promise<Answer> {
  if (!idempotency) return deed(randomUUID())
  const { userId, call, key, bodyHash } = idempotency
  const ofIntent = { user_id: userId, call, key }
  await db
    .insertInto('idempotency_keys')
    .values({ ...ofIntent, body_hash: bodyHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const earlier = await findSavedAnswer(db, idempotency)
  if (earlier?.answer) return earlier.answer as Answer
  try {
    const answer = await deed(hash('sha256', `${userId} ${call} ${key}`, 'base64url'))
    await db
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where((row) => row.and(ofIntent))
      .where('answer', 'is', null)
      .execute()
    return answer
  } catch (error) {
    await db
      .deleteFrom('idempotency_keys')
      .where((row) => row.and(ofIntent))
      .where('answer', 'is', null)
      .execute()
    throw error
  }
}

/** Keeps `outcome`, an expression over the row `from`, as the idempotency's answer; without an idempotency nothing. */
export function saveAnswerSql(idempotency: Idempotency | undefined, outcome: string, from: string) {
  const { userId, call, key, bodyHash } = idempotency ?? {}
  return sql`insert into idempotency_keys (user_id, call, key, body_hash, answer)
    select ${userId ?? null}::uuid, ${call ?? null}::text, ${key ?? null}::text, ${bodyHash ?? null}::bytea, ${sql.raw(outcome)}
    from ${sql.raw(from)} where ${key ?? null}::text is not null`
}

/** What was answered to this idempotency before; refuses the same key with another body. */
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
