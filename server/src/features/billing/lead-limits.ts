import { limitScale } from '#server/http/limit-scale.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import type { Pair } from './leads.ts'

/**
 * How many leads may begin or come back in 24 hours, by contact, message and booking together. RATE_LIMIT_SCALE
 * multiplies both. rule: contact-limits
 */
const UNANSWERED_BY_CLIENT = 15
const ALL_BY_NETWORK = 60
/** How many leads accounts of their first 24 hours may begin: one in 24 hours, and those of a network in an hour. */
const ALL_BY_YOUNG_CLIENT = 5
const YOUNG_BY_NETWORK_AND_HOUR = 20

/** `network` is `networkKey` of the request's address; null counts by client only. */
export type NewPair = Pair & { network: string | null; at: Date }

/**
 * An SQL expression: the seconds after which this client may begin a lead with this professional, or open one again
 * whose credit was returned; null if they may now, or if the pair has another lead. It locks the client until the
 * transaction ends, and counts the pair for its network.
 */
export function waitForNewPairSql(
  { config }: Pick<Context, 'config'>,
  { clientId, professionalId, network, at }: NewPair,
): RawBuilder<number | null> {
  const scale = limitScale(config)
  const mostOfYoung = config.emailVerification === 'required' ? ALL_BY_YOUNG_CLIENT * scale : null
  return sql<
    number | null
  >`wait_for_new_pair(${clientId}::uuid, ${professionalId}::uuid, ${network}::text,
    ${at}::timestamptz, ${UNANSWERED_BY_CLIENT * scale}::integer,
    ${ALL_BY_NETWORK * scale}::integer,
    ${mostOfYoung}::integer, ${YOUNG_BY_NETWORK_AND_HOUR * scale}::integer)`
}

/**
 * An SQL expression that takes the client's lock until the transaction ends, so that what they start at the same moment
 * is counted one after the other. Before the professional's lock (`lockAcceptances`).
 */
export function lockClientSql(clientId: string): RawBuilder<unknown> {
  return sql`lock_client(${clientId}::uuid)`
}

/** Takes the client's lock in a transaction, as `lockClientSql` does. */
export async function lockClient(tx: Db, clientId: string): Promise<void> {
  await sql`select ${lockClientSql(clientId)}`.execute(tx)
}

/** Asks `waitForNewPairSql` by a query of its own. */
export async function waitForNewPair(
  context: Pick<Context, 'config'>,
  tx: Db,
  pair: NewPair,
): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`
    select ${waitForNewPairSql(context, pair)} as wait`.execute(tx)
  return rows[0]!.wait
}

/**
 * Takes back what a refused pair was counted for its network. A client's own limit is asked first, and then nothing was
 * counted. The pairs of young accounts are counted only if the network has not used up the limit of all.
 * rule: contact-limits
 */
export async function giveBackNewPair(
  context: Pick<Context, 'config' | 'db'>,
  pair: NewPair,
): Promise<void> {
  const { network } = pair
  if (network === null) return
  const scale = limitScale(context.config)
  await sql`
    with own as materialized (
      select ${waitForNewPairSql(context, { ...pair, network: null })} as wait
    ), counted as (
      update rate_limits set points = points - 1 from own
      where wait is null and key = ${`new_pair_by_network:${network}`} and points > 0
      returning points >= ${ALL_BY_NETWORK * scale}::integer as is_full
    )
    update rate_limits set points = points - 1
    where key = ${`young_pair_by_network:${network}`} and points > ${YOUNG_BY_NETWORK_AND_HOUR * scale}::integer
      and exists (select from counted where not is_full)`.execute(context.db)
}
