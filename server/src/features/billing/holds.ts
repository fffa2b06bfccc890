import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Pair } from './leads.ts'

/**
 * Why what a client starts with a professional is held: until the client proves their address, or for a short time.
 * rule: held-starts
 */
export type Hold = 'email' | 'screened'

/** With how many professionals a client can start something before they prove their address. rule: held-starts */
const HELD_PROFESSIONALS_MAX = 5

/**
 * An SQL expression: how the pair is held, null if it is not, or 'too_many' if the client has to prove their address
 * first. It locks the client until the transaction ends.
 */
export function holdOfPairSql(
  { config }: Pick<Context, 'config'>,
  { clientId, professionalId }: Pair,
): RawBuilder<Hold | 'too_many' | null> {
  return sql`hold_of_pair(${clientId}::uuid, ${professionalId}::uuid,
    ${config.emailVerification === 'required'}::boolean, ${HELD_PROFESSIONALS_MAX}::integer)`
}

/** The same as a query of its own. Refuses 'email_not_verified'. */
export async function holdOfPair(
  context: Pick<Context, 'config'>,
  tx: Db,
  pair: Pair,
): Promise<Hold | null> {
  const { rows } = await sql<{ hold: Hold | 'too_many' | null }>`
    select ${holdOfPairSql(context, pair)} as hold`.execute(tx)
  const { hold } = rows[0]!
  return hold === 'too_many' ? refuse('email_not_verified') : hold
}

/**
 * An SQL expression: how a review is held, until its writer proves their address, or 'too_many'. It locks the client
 * until the transaction ends. rule: held-starts
 */
export function holdOfReviewSql(
  { config }: Pick<Context, 'config'>,
  { clientId, professionalId }: Pair,
): RawBuilder<'email' | 'too_many' | null> {
  return sql`hold_until_proved(${clientId}::uuid, ${professionalId}::uuid,
    ${config.emailVerification === 'required'}::boolean, ${HELD_PROFESSIONALS_MAX}::integer)`
}

/** The field of an answer. A client does not see that they are screened. rule: held-starts */
export function heldField(hold: string | null | undefined): { held?: 'email' } {
  return hold === 'email' ? { held: 'email' } : {}
}
