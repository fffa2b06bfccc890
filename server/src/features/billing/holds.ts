import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
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
 * How a booking, a contact or a message is held; null: it is not. Under the lead of its pair it is held as that lead.
 * Refuses as `holdUntilProved`.
 */
export async function holdOfPair(
  context: Pick<Context, 'config'>,
  tx: Tx,
  pair: Pair,
): Promise<Hold | null> {
  const lead = await tx
    .selectFrom('leads')
    .select(sql<Hold | null>`held`.as('held'))
    .where('professional_id', '=', pair.professionalId)
    .where('client_id', '=', pair.clientId)
    .executeTakeFirst()
  return lead ? lead.held : holdUntilProved(context, tx, pair)
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
    select (
      select count(*)::integer from (
        select professional_id from leads where client_id = users.id and held = 'email'
        union select professional_id from reviews where client_id = users.id and state = 'held'
      ) as held where professional_id <> ${professionalId}::uuid
    ) as started
    from users where id = ${clientId}::uuid and email_verified_at is null and not never_held`.execute(
    tx,
  )
  if (!rows[0]) return null
  return rows[0].started < HELD_PROFESSIONALS_MAX ? 'email' : refuse('email_not_verified')
}

/** The field of an answer. A client does not see that they are screened. rule: held-starts */
export function heldField(hold: string | null | undefined): { held?: 'email' } {
  return hold === 'email' ? { held: 'email' } : {}
}
