import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import { helpOfSolution, isSolved, limitScale } from '#server/http/limits/limit-scale.ts'
import { countUses, secondsUntil } from '#server/http/limits/rate-limits.ts'
import type { RateLimit, Use } from '#server/http/limits/rate-limits.ts'
import { refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { HELD_PROFESSIONALS_MAX, isUnprovedSql, startedUnprovedSql } from './holds.ts'
import type { Hold } from './holds.ts'
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
 * How a booking, a contact or a message that a client sends to a professional is held; null: it is not. Under the lead
 * of its pair it is held as that lead. A pair that begins is counted, together with the other uses of the command
 * (`also`), and held until the client proves their address, or if it is screened. Refuses 'email_not_verified' to a
 * client who would then have started something with too many professionals, 'too_many_contacts', and
 * 'too_many_requests' if a use of `also` is one too many. The caller holds the client's lock (`lockPair`).
 * rule: held-starts, contact-limits, screened-contacts
 */
export async function holdOfPair(
  context: Pick<Context, 'config'>,
  tx: Tx,
  pair: NewPair,
  also: readonly Use[] = [],
): Promise<Hold | null> {
  const facts = await factsOfPair(context, tx, pair)
  const { isUnproved, started } = facts
  if (isUnproved && started >= HELD_PROFESSIONALS_MAX) refuse('email_not_verified')
  const late = await waitToBegin(context, tx, pair, { facts, also })
  if (late) {
    const isHelpedBySolution = helpOfSolution(
      async (one) => (await waitToBegin(context, one, pair, { also }))?.wait ?? null,
    )
    const isOther = also.some(([limit]) => limit === late.limit)
    refuseForSeconds(isOther ? 'too_many_requests' : 'too_many_contacts', late.wait, {
      isHelpedBySolution,
    })
  }
  if (facts.hasLead) return facts.held
  if (isUnproved) return 'email'
  return (await isScreened(context, tx, pair, facts.born)) ? 'screened' : null
}

/**
 * The seconds after which this client may begin a lead with this professional, or open one again whose credit was
 * returned; null if they may now, or if the pair has another lead. A pair that may begin is counted for its network.
 * The caller holds the client's lock. rule: contact-limits
 */
export async function waitForNewPair(
  context: Pick<Context, 'config'>,
  tx: Tx,
  pair: NewPair,
): Promise<number | null> {
  return (await waitToBegin(context, tx, pair))?.wait ?? null
}

/** The limit that is used up, if it is one that is counted, and the seconds to wait; null: none is, and all count. */
async function waitToBegin(
  context: Pick<Context, 'config'>,
  tx: Tx,
  pair: NewPair,
  { facts, also = [] }: { facts?: PairFacts; also?: readonly Use[] } = {},
): Promise<{ limit?: RateLimit; wait: number } | null> {
  const { network, at } = pair
  const { begins, born, nthOfYoung, nthUnanswered } =
    facts ?? (await factsOfPair(context, tx, pair))
  const ofNetwork: Use[] = [
    ['new_pair_by_network', network],
    ...(born ? [['young_pair_by_network', network] as const] : []),
  ]
  if (begins && born && nthOfYoung) {
    return { wait: secondsUntil(dayAfter(nthOfYoung < born ? nthOfYoung : born), at) }
  }
  if (begins && nthUnanswered) return { wait: secondsUntil(dayAfter(nthUnanswered), at) }
  const uses = [...also, ...(begins ? ofNetwork : [])]
  return uses.length > 0 ? countUses(context, tx, uses, at) : null
}

/** Whether a pair that begins is screened, which counts it if not. A request with a solved challenge never is. */
async function isScreened(
  context: Pick<Context, 'config'>,
  tx: Tx,
  { professionalId, network, at }: NewPair,
  born: Date | null,
): Promise<boolean> {
  if (context.config.emailVerification !== 'required' || isSolved()) return false
  const uses: Use[] = [
    ['unscreened_by_professional_and_network', `${professionalId} ${network}`],
    ...(born ? [['unscreened_by_professional', professionalId] as const] : []),
  ]
  return (await countUses(context, tx, uses, at)) !== null
}

const dayAfter = (moment: Date) => new Date(+moment + DAY_MS)

type PairFacts = {
  hasLead: boolean
  /** How the lead is held. */
  held: Hold | null
  /** Whether a contact begins a lead, or opens one again whose credit was returned. */
  begins: boolean
  /** Whether what the client begins is held until they prove their address. */
  isUnproved: boolean
  /** With how many other professionals the client has started something that is held so. */
  started: number
  /** When the client's account was made; null: more than 24 hours ago. */
  born: Date | null
  /** When the client began the lead that is the last one of a young account; null: not yet. */
  nthOfYoung: Date | null
  /** When the client began the last lead without an answer; null: not yet. */
  nthUnanswered: Date | null
}

/** Reads the lead of a pair, and what limits the leads that the client begins or opens again. rule: lead-returns */
async function factsOfPair(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { clientId, professionalId, at }: NewPair,
): Promise<PairFacts> {
  const scale = limitScale(config)
  const needsProof = config.emailVerification === 'required'
  const { rows } = await sql<PairFacts>`
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
      lead.client_id is not null as "hasLead", lead.held,
      lead.opened_at is null and lead.waiting_since is null and lead.held is null as begins,
      lead.client_id is null and ${needsProof}::boolean and ${isUnprovedSql} as "isUnproved",
      ${startedUnprovedSql(sql.ref('users.id'), professionalId)} as started,
      case when users.created_at > ${at}::timestamptz - interval '24 hours' then users.created_at end as born,
      (select begun_at from begun where ${needsProof}::boolean
        order by begun_at desc offset ${ALL_BY_YOUNG_CLIENT * scale - 1}::integer limit 1) as "nthOfYoung",
      (select begun_at from unanswered
        order by begun_at desc offset ${UNANSWERED_BY_CLIENT * scale - 1}::integer limit 1) as "nthUnanswered"
    from users left join leads as lead on lead.client_id = users.id and lead.professional_id = ${professionalId}::uuid
    where users.id = ${clientId}::uuid`.execute(tx)
  return rows[0]!
}
