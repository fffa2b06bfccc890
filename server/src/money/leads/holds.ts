import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Pair } from './leads.ts'

/**
 * Why what a client starts with a professional is held: until the client proves their address, or for a short time.
 * rule: held-starts
 */
export type Hold = 'email' | 'screened'

/** With how many professionals a client can start something before they prove their address. rule: held-starts */
export const HELD_PROFESSIONALS_MAX = 5

/** A condition over a row of `users`: what they start is held until they prove their address. rule: held-starts */
export const isUnprovedSql = sql<boolean>`(email_verified_at is null and not never_held)`

/**
 * An SQL expression: with how many professionals besides this one a client has started something that is held until
 * they prove their address.
 */
export function startedUnprovedSql(clientId: RawBuilder<unknown>, professionalId: string) {
  return sql<number>`(
    select count(*)::integer from (
      select professional_id from leads where client_id = ${clientId} and held = 'email'
      union select professional_id from reviews where client_id = ${clientId} and state = 'held'
    ) as held where professional_id <> ${professionalId}::uuid)`
}

/**
 * Whether what a client starts is held until they prove their address. Refuses 'email_not_verified' if they would then
 * have started something with too many professionals. The caller holds the client's lock (`lockClient`), so a proof
 * comes before or after it. rule: held-starts
 */
export async function holdUntilProved(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { clientId, professionalId }: Pair,
): Promise<'email' | null> {
  if (config.emailVerification !== 'required') return null
  const { rows } = await sql<{ started: number }>`
    select ${startedUnprovedSql(sql.ref('users.id'), professionalId)} as started
    from users where id = ${clientId}::uuid and ${isUnprovedSql}`.execute(tx)
  if (!rows[0]) return null
  return rows[0].started < HELD_PROFESSIONALS_MAX ? 'email' : refuse('email_not_verified')
}

/** The field of an answer. A client does not see that they are screened. rule: held-starts */
export function heldField(hold: string | null | undefined): { held?: 'email' } {
  return hold === 'email' ? { held: 'email' } : {}
}
