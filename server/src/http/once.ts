import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { refuse } from './refusal.ts'

type Intent = { userId: string; call: string; key: string; body: unknown }

const KEY_LENGTH_MAX = 200

/**
 * Does a deed once for an Idempotency-Key (decision 40): the same key and body get the same answer and nothing is done again,
 * also when both come at the same moment; the same key with another body is refused. A deed that is refused leaves no trace.
 */
export async function once<Answer>(
  db: Db,
  { userId, call, key, body }: Intent,
  deed: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  if (key.length > KEY_LENGTH_MAX || !/^[\x21-\x7e]+$/.test(key)) refuse('bad_request')
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
  return db.transaction().execute(async (tx) => {
    // A second one with this key waits here until the first has ended.
    const claimed = await sql`/* prepared claim_key */
      insert into idempotency_keys (user_id, call, key, body_hash)
      values (${userId}, ${call}, ${key}, ${bodyHash})
      on conflict do nothing`.execute(tx)
    if (claimed.numAffectedRows === 0n) {
      const earlier = await tx
        .selectFrom('idempotency_keys')
        .select(['body_hash', 'answer'])
        .where('user_id', '=', userId)
        .where('call', '=', call)
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      if (!bodyHash.equals(earlier.body_hash)) refuse('idempotency_key_reused')
      return earlier.answer as Answer
    }
    const answer = await deed(tx)
    await sql`/* prepared keep_answer */
      update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
      where user_id = ${userId} and call = ${call} and key = ${key}`.execute(tx)
    return answer
  })
}
