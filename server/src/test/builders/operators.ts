import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Context } from '#server/context.ts'
import { endSessionsOf } from '#server/console/actions/end-sessions.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'
import { callerWith } from '../call.ts'
import type { Caller } from '../call.ts'
import type { TestServer } from '../server.ts'

const HOUR_MS = 60 * 60_000
const CONFIRMED_MS = 10 * 60_000

export type TestOperator = {
  id: string
  email: string
  name: string
  /** The cookie of a session that is confirmed for ten minutes. */
  headers: { cookie: string }
  /** Calls with these headers. */
  calls: Caller
}

let count = 0

/**
 * A signed-in operator, confirmed for ten minutes unless `confirmed` is false. Nobody knows the secret of their
 * codes: who signs in for the test itself enrols.
 */
export async function buildOperator(
  server: TestServer,
  {
    confirmed = true,
    ...facts
  }: Partial<Insertable<DB['operators']>> & { confirmed?: boolean } = {},
): Promise<TestOperator> {
  const number = ++count
  const { id, email, name } = await server.db
    .insertInto('operators')
    .values({
      email: `operator-${number}@example.com`,
      name: `Olga Operator${number}`,
      created_at: server.context.clock.now(),
      ...facts,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('operator_totp_secrets')
    .values({
      operator_id: id,
      secret_sealed: randomBytes(32),
      key_id: 'none',
      created_at: server.context.clock.now(),
    })
    .execute()
  const headers = await operatorSession(server, { id }, confirmed)
  return { id, email, name, headers, calls: callerWith(server, headers) }
}

/** The cookie of a new session of an operator. */
export async function operatorSession(
  { db, context }: TestServer,
  { id }: { id: string },
  confirmed = true,
): Promise<{ cookie: string }> {
  const token = randomBytes(32).toString('base64url')
  const now = context.clock.now()
  await db
    .insertInto('operator_sessions')
    .values({
      token_hash: hashOf(token),
      operator_id: id,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + HOUR_MS),
      confirmed_until: confirmed ? new Date(now.getTime() + CONFIRMED_MS) : null,
    })
    .execute()
  return { cookie: `lustra_operator=${token}` }
}

/** A new operator resolves the case of a report, which closes it. */
export async function resolveReport(server: TestServer, id: string, text: string): Promise<void> {
  const { case_id } = await server.db
    .selectFrom('reports')
    .select('case_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { calls } = await buildOperator(server)
  await calls.post(`/api/operator/cases/${case_id}/claim`, {})
  await calls.post(`/api/operator/cases/${case_id}/resolve`, { outcome: 'acted', text })
}

/** An operator ends all sessions of a person. Returns how many there were. */
export async function endSessions(
  context: Context,
  userId: string,
  why: OperatorReason,
): Promise<number> {
  const { ended } = await context.db
    .transaction()
    .execute((tx) => endSessionsOf(tx, context, userId, why))
  return ended
}
