import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { FastifyReply } from 'fastify'
import { CHALLENGE_OFFER_HEADER } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { newChallenge } from '#server/http/challenge.ts'
import type { Bound } from '#server/http/challenge.ts'
import { isSolved, limitScale } from '#server/http/limit-scale.ts'
import type { Context } from '#server/context.ts'
import { openCase } from '../cases/open-case.ts'
import type { NewPair } from './lead-limits.ts'
import type { Pair } from './leads.ts'

/** New contacts of one professional in an hour, from one network or by young accounts. rule: screened-contacts */
const UNSCREENED_PER_HOUR = 3
/** So many screened contacts of one professional in 24 hours become a case. */
const SCREENED_OF_CASE = 5
const DAY_MS = 86_400_000

/**
 * An SQL expression: whether a pair that begins now is screened. Ask it last, because it counts the pair. A request
 * with a solved challenge is not screened. rule: screened-contacts
 */
export function isScreenedSql(
  { config }: Pick<Context, 'config'>,
  { clientId, professionalId, network, at }: NewPair,
): RawBuilder<boolean> {
  const most =
    config.emailVerification === 'required' && !isSolved()
      ? UNSCREENED_PER_HOUR * limitScale(config)
      : null
  return sql`screen_new_pair(${clientId}::uuid, ${professionalId}::uuid, ${network}::text,
    ${at}::timestamptz, ${most}::integer)`
}

/** The same as a query of its own. */
export async function isScreened(
  context: Pick<Context, 'config'>,
  tx: Db,
  pair: NewPair,
): Promise<boolean> {
  const { rows } = await sql<{ screened: boolean }>`
    select ${isScreenedSql(context, pair)} as screened`.execute(tx)
  return rows[0]!.screened
}

/**
 * After a request of a screened pair: releases it if the request brought a solved challenge, or else offers one in a
 * header and opens a case if there are many. The answer itself does not tell. rule: screened-contacts
 */
export async function followScreened(
  context: Context,
  pair: Pair,
  { reply, ...bound }: Bound & { reply: FastifyReply },
): Promise<void> {
  if (isSolved()) return context.holds.releaseScreened(pair)
  await openFloodCase(context, pair)
  const challenge = await newChallenge(context, bound)
  reply.header(CHALLENGE_OFFER_HEADER, btoa(JSON.stringify(challenge)))
}

/** Five screened contacts of one professional in 24 hours open a case about them, once while it is open. */
async function openFloodCase({ db, clock }: Context, { professionalId }: Pair): Promise<void> {
  const at = clock.now()
  const { count } = await db
    .selectFrom('leads')
    .where('professional_id', '=', professionalId)
    .where('screened_at', '>', new Date(at.getTime() - DAY_MS))
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) < SCREENED_OF_CASE) return
  await db.transaction().execute((tx) =>
    openCase(tx, {
      queue: 'reports',
      kind: 'person',
      subject: { kind: 'person', id: professionalId },
      key: `contacts:${professionalId}`,
      personId: professionalId,
      title: { code: 'many_contacts' },
      at,
    }),
  )
}
