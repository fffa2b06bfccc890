import { sql } from 'kysely'
import type { FastifyReply } from 'fastify'
import { CHALLENGE_OFFER_HEADER } from '#contract/product.ts'
import type { Tx } from '#server/db/db.ts'
import { newChallenge } from '#server/http/challenge.ts'
import type { Bound } from '#server/http/challenge.ts'
import { isSolved } from '#server/http/limit-scale.ts'
import { countUse } from '#server/http/rate-limits.ts'
import type { RateLimit } from '#server/http/rate-limits.ts'
import type { Context } from '#server/context.ts'
import { openCase } from '../cases/open-case.ts'
import type { NewPair } from './lead-limits.ts'
import type { Pair } from './leads.ts'

/** So many screened contacts of one professional in 24 hours become a case. */
const SCREENED_OF_CASE = 5
const DAY_MS = 86_400_000

/**
 * Whether a pair that begins now is screened. Ask it last, because it counts the pair. A pair that has a lead does not
 * begin, and a request with a solved challenge is not screened. rule: screened-contacts
 */
export async function isScreened(
  context: Pick<Context, 'config'>,
  tx: Tx,
  { clientId, professionalId, network, at }: NewPair,
): Promise<boolean> {
  if (context.config.emailVerification !== 'required' || isSolved()) return false
  const { rows } = await sql<{ is_young: boolean }>`
    select created_at > ${at}::timestamptz - interval '24 hours' as is_young from users
    where id = ${clientId}::uuid and not exists (
      select from leads where client_id = users.id and professional_id = ${professionalId}::uuid)`.execute(
    tx,
  )
  const [begins] = rows
  if (!begins) return false
  const count = (kind: RateLimit, key: string) => countUse(context, tx, kind, key, at)
  const ofNetwork = await count(
    'unscreened_by_professional_and_network',
    `${professionalId} ${network}`,
  )
  const ofYoung = begins.is_young ? await count('unscreened_by_professional', professionalId) : null
  return ofNetwork !== null || ofYoung !== null
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
