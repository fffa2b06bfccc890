import type { FastifyReply } from 'fastify'
import { CHALLENGE_OFFER_HEADER } from '#contract/browser-names.ts'
import { newChallenge } from '#server/http/limits/challenge.ts'
import type { Bound } from '#server/http/limits/challenge.ts'
import { isSolved } from '#server/http/limits/limit-scale.ts'
import type { Context } from '#server/context.ts'
import { openCase } from '#server/trust/cases/open-case.ts'
import type { Pair } from '#server/money/leads/leads.ts'
import { releaseScreened } from './release-held.ts'

/** So many screened contacts of one professional in 24 hours become a case. */
const SCREENED_OF_CASE = 5
const DAY_MS = 86_400_000

/**
 * After a request of a screened pair: releases it if the request brought a solved challenge, or else offers one in a
 * header and opens a case if there are many. The answer itself does not tell. rule: screened-contacts
 */
export async function followScreened(
  context: Context,
  pair: Pair,
  { reply, ...bound }: Bound & { reply: FastifyReply },
): Promise<void> {
  if (isSolved()) return releaseScreened(context, pair)
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
