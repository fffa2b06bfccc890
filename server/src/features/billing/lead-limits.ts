import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import { limitScale } from '#server/http/limit-scale.ts'
import { countUse, giveBackUse, secondsUntil } from '#server/http/rate-limits.ts'
import type { Context } from '#server/context.ts'
import type { Pair } from './leads.ts'

/**
 * How many leads of a client may begin or come back in 24 hours without an answer, by contact, message and booking
 * together. RATE_LIMIT_SCALE multiplies it, and so it does the next one. rule: contact-limits
 */
const UNANSWERED_BY_CLIENT = 15
/** How many leads an account of its first 24 hours may begin, where addresses are proved. */
const ALL_BY_YOUNG_CLIENT = 5
const DAY_MS = 86_400_000

/** `network` is `networkKey` of the request's address. */
export type NewPair = Pair & { network: string; at: Date }

/**
 * The seconds after which this client may begin a lead with this professional, or open one again whose credit was
 * returned; null if they may now, or if the pair has another lead. A pair that may begin is counted for its network.
 * The caller holds the client's lock (`lockClient`). rule: contact-limits
 */
export async function waitForNewPair(
  context: Pick<Context, 'config'>,
  tx: Tx,
  pair: NewPair,
): Promise<number | null> {
  const { network, at } = pair
  const { has_lead, born, nth_of_young, nth_unanswered } = await leadsOfDay(context, tx, pair)
  if (has_lead) return null
  if (born && nth_of_young) {
    return secondsUntil(dayAfter(nth_of_young < born ? nth_of_young : born), at)
  }
  if (nth_unanswered) return secondsUntil(dayAfter(nth_unanswered), at)
  const wait = await countUse(context, tx, 'new_pair_by_network', network, at)
  if (wait !== null || !born) return wait
  const waitOfYoung = await countUse(context, tx, 'young_pair_by_network', network, at)
  if (waitOfYoung !== null) await giveBackUse(tx, 'new_pair_by_network', network)
  return waitOfYoung
}

const dayAfter = (moment: Date) => new Date(+moment + DAY_MS)

type LeadsOfDay = {
  /** Whether the pair has a lead that a contact does not open again. */
  has_lead: boolean
  /** When the client's account was made; null: more than 24 hours ago. */
  born: Date | null
  /** When the client began the lead that is the last one of a young account; null: not yet. */
  nth_of_young: Date | null
  /** When the client began the last lead without an answer; null: not yet. */
  nth_unanswered: Date | null
}

/** Reads what limits the leads that a client begins or opens again. rule: contact-limits, lead-comes-back */
async function leadsOfDay(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { clientId, professionalId, at }: NewPair,
): Promise<LeadsOfDay> {
  const scale = limitScale(config)
  const limitsYoung = config.emailVerification === 'required'
  const { rows } = await sql<LeadsOfDay>`
    with begun as (
      select leads.*, coalesce(asked_again_at, created_at) as begun_at from leads
      where client_id = ${clientId}::uuid
        and coalesce(asked_again_at, created_at) > ${at}::timestamptz - interval '24 hours'
    ), unanswered as (
      select begun_at from begun where not exists (
        select from messages
        where messages.conversation_id = begun.conversation_id and messages.sender_id = begun.professional_id
          and coalesce(messages.event, '') not in ('expired', 'proposal_expired')
          and (asked_again_at is null or messages.created_at >= asked_again_at))
    )
    select
      exists (
        select from leads where client_id = ${clientId}::uuid and professional_id = ${professionalId}::uuid
          and (opened_at is not null or waiting_since is not null or held is not null)) as has_lead,
      (select created_at from users where id = ${clientId}::uuid
        and created_at > ${at}::timestamptz - interval '24 hours') as born,
      (select begun_at from begun where ${limitsYoung}::boolean
        order by begun_at desc offset ${ALL_BY_YOUNG_CLIENT * scale - 1}::integer limit 1) as nth_of_young,
      (select begun_at from unanswered
        order by begun_at desc offset ${UNANSWERED_BY_CLIENT * scale - 1}::integer limit 1) as nth_unanswered`.execute(
    tx,
  )
  return rows[0]!
}
