import type { Queries } from '#server/db/replicas.ts'
import type { SearchFilters } from '#contract/search.ts'
import { reliableSince } from '../professionals/reliability.ts'
import { foundColumnsSql, PUBLIC_TABLES_SQL } from '../professionals/public-professional.ts'
import { TIMED_VERSION_DUE_SQL, VERSION_SQL } from './place-versions.queries.ts'
import { reliableCardSql } from './reliable-card.ts'
import { preparedAs } from './search.queries.ts'
import type { SearchedPlaces } from './search.queries.ts'

export type AskedCards = {
  ids: readonly string[]
  service: SearchFilters['service_type']
  now: number
  /** Whether the version is that of searches by time, for `ifNobodyIsDue`. */
  isTimed: boolean
}

/**
 * Reads the cards of these professionals in this order, as JSON texts, and the version of both places. Each card is a
 * row: a part of a longer text would keep all of it in memory.
 */
export async function readCards(
  queries: Queries,
  { placeId, cityPlaceId }: SearchedPlaces,
  { ids, service, now, isTimed }: AskedCards,
): Promise<{ cards: string[]; version: string }> {
  const { rows } = await queries.query<[version: string, card: string | null]>({
    ...preparedAs(isTimed ? 'timed-cards' : 'cards', service ? [service] : []),
    rowMode: 'array',
    text: cardsSql(service, isTimed),
    values: [placeId, cityPlaceId, `{${ids.join()}}`, reliableSince(new Date(now))],
  })
  return { cards: rows.flatMap(([, card]) => card ?? []), version: rows[0]![0] }
}

const texts = new Map<string, string>()

/** Kept, because to put a text together takes 6 to 7 µs. */
function cardsSql(service: AskedCards['service'], isTimed: boolean): string {
  const key = `${service} ${isTimed}`
  const text = texts.get(key) ?? buildCardsSql(service, isTimed)
  texts.set(key, text)
  return text
}

/**
 * Without cards it finds the version alone. Without the inner select PostgreSQL knows how many cards there are, and
 * plans the statement anew for each number: that takes longer than to read one.
 */
function buildCardsSql(service: AskedCards['service'], isTimed: boolean): string {
  return `
    select (select ${isTimed ? TIMED_VERSION_DUE_SQL : VERSION_SQL}) as version, cards.text
    from (values (1)) as once left join (
      select position, ${reliableCardSql('$4::timestamptz')} as text
      from unnest((select $3::uuid[])) with ordinality as shown (professional_id, position) cross join lateral (
        select ${foundColumnsSql(service)} from ${PUBLIC_TABLES_SQL}
        where professionals.user_id = shown.professional_id
      ) as card
    ) as cards on true
    order by position`
}
