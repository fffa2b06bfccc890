import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { OperatorSessions } from '#server/db/types.ts'
import { normalEmail } from '#server/people/person/normal-email.ts'

/**
 * Finds the session of a token, or of the token before its renewal, and prolongs it. Undefined if it has ended, or its
 * operator was disabled. rule: operator-sessions
 */
export async function prolongedSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
  { unusedMs, sessionMs }: { unusedMs: number; sessionMs: number },
) {
  const { rows } = await sql<{
    id: string
    email: string
    name: string
    session_id: string
    expires_at: Date
    confirmed_until: Date | null
  }>`
    update operator_sessions as session
    set last_seen_at = ${now}, expires_at = least(
      ${now}::timestamptz + make_interval(secs => ${unusedMs / 1000}),
      session.created_at + make_interval(secs => ${sessionMs / 1000}))
    from operators
    where operators.id = session.operator_id and disabled_at is null and session.expires_at > ${now}
      and (token_hash = ${tokenHash} or (previous_hash = ${tokenHash} and previous_until > ${now}))
    returning operators.id, email, name, session.id as session_id, session.expires_at, confirmed_until`.execute(
    db,
  )
  return rows[0]
}

export async function insertOperatorSession(
  db: Db,
  row: Insertable<OperatorSessions>,
): Promise<void> {
  await db.insertInto('operator_sessions').values(row).execute()
}

/** Ends the session of a token. */
export async function removeOperatorSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .deleteFrom('operator_sessions')
    .where((row) => row.or({ token_hash: tokenHash, previous_hash: tokenHash }))
    .execute()
}

/** Ends the sessions of an operator, but for the `keep` that were used last. */
export async function removeOperatorSessions(db: Db, operatorId: string, keep = 0): Promise<void> {
  await sql`
    delete from operator_sessions where id in (
      select id from operator_sessions where operator_id = ${operatorId}
      order by last_seen_at desc, id desc offset ${keep})`.execute(db)
}

/** Confirms a session. rule: operator-sessions */
export async function confirmOperatorSession(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable('operator_sessions')
    .set({ confirmed_until: until })
    .where('id', '=', id)
    .execute()
}

/** Replaces the token of a session; the one before is accepted until then. False if no session has this token. */
export async function replaceOperatorToken(
  db: Db,
  tokenHash: Buffer,
  next: { tokenHash: Buffer; previousUntil: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_sessions')
    .set({
      token_hash: next.tokenHash,
      previous_hash: tokenHash,
      previous_until: next.previousUntil,
    })
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The operator with an email, whatever the case of A to Z. rule: registration */
export async function operatorByEmail(db: Db, email: string) {
  return db
    .selectFrom('operators')
    .where('email_key', '=', normalEmail(email))
    .selectAll()
    .executeTakeFirst()
}

export async function operatorById(db: Db, id: string) {
  return db.selectFrom('operators').where('id', '=', id).selectAll().executeTakeFirst()
}

/** Locks an operator who is not disabled until the transaction ends: changes and sign-ins run one after the other. */
export async function lockOperator(tx: Db, id: string) {
  return tx
    .selectFrom('operators')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .select(['id', 'email', 'name', 'password_version'])
    .forUpdate()
    .executeTakeFirst()
}
