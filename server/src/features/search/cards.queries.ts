import type { Queries } from '#server/db/replicas.ts'
import type { SearchFilters } from '#contract/search.ts'
import { reliableSince } from '../professionals/reliability.ts'
import { foundColumnsSql, PUBLIC_TABLES_SQL } from '../professionals/public-professional.ts'
import { TIMED_VERSION_DUE_SQL, VERSION_SQL } from './place-versions.queries.ts'
import { reliableCardSql } from './reliable-card.ts'
import { preparedAs } from './search.queries.ts'
import type { SearchedPlaces } from './search.queries.ts'

/** The record separator: JSON text never contains it. */
export const SEPARATOR = '\u001e'

/** Splits what was joined by SEPARATOR. */
export function textsOf(cards: string | null): string[] {
  return cards === null ? [] : cards.split(SEPARATOR)
}

export type AskedCards = {
  ids: readonly string[]
  service: SearchFilters['service_type']
  now: number
  /** Whether the version is that of searches by time, for `ifNobodyIsDue`. */
  isTimed: boolean
}

/**
 * Reads the cards of these professionals in this order, as JSON texts, and the version of both places. Without the
 * inner select PostgreSQL knows how many cards there are, and plans the statement anew for each number: that takes
 * longer than to read one.
 */
export async function readCards(
  queries: Queries,
  { placeId, cityPlaceId }: SearchedPlaces,
  { ids, service, now, isTimed }: AskedCards,
): Promise<{ cards: string[]; version: string }> {
  const { rows } = await queries.query<{ cards: string | null; version: string }>({
    ...preparedAs(isTimed ? 'timed-cards' : 'cards', service ? [service] : []),
    text: `
      select (
        select string_agg(${reliableCardSql('$4::timestamptz')}, '${SEPARATOR}' order by position)
        from unnest((select $3::uuid[])) with ordinality as shown (professional_id, position) cross join lateral (
          select ${foundColumnsSql(service)} from ${PUBLIC_TABLES_SQL}
          where professionals.user_id = shown.professional_id
        ) as card
      ) as cards, ${isTimed ? TIMED_VERSION_DUE_SQL : VERSION_SQL} as version`,
    values: [placeId, cityPlaceId, `{${ids.join()}}`, reliableSince(new Date(now))],
  })
  const { cards, version } = rows[0]!
  return { cards: textsOf(cards), version }
}
