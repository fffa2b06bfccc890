import type { Queries } from '#server/db/replicas.ts'
import { sharedVersion } from '#server/db/shared-version.ts'
import type { SearchedPlaces } from './search.queries.ts'

const xorSql = (table: string, places: string) =>
  `(select coalesce(bit_xor(number), 0)::text from ${table} where place_id in (${places}))`

const cardsVersionSql = (places: string) => xorSql('place_changes', places)
const timedVersionSql = (places: string) =>
  `(${cardsVersionSql(places)} || ' ' || ${xorSql('place_time_changes', places)})`

/** The version of the places `$1` and `$2`. */
export const VERSION_SQL = cardsVersionSql('$1::integer, $2::integer')
/** The version of everything that decides about a search by time in these places. */
export const TIMED_VERSION_SQL = timedVersionSql('$1::integer, $2::integer')

/**
 * The version of these two places. Every change that could alter a search result there changes it. Searches at one
 * moment share a statement. rule: search-cached-answers
 */
export const versionOf = versionReader('places', cardsVersionSql('place, city'))

/** The same for a search by time. */
export const timedVersionOf = versionReader('timed-places', timedVersionSql('place, city'))

function versionReader(name: string, versionSql: string) {
  // Without the inner selects PostgreSQL knows how many there are, and plans the statement anew for each number.
  const sql = (first: number) => `(
    select string_agg(${versionSql}, E'\\n' order by position)
    from unnest((select $${first}::integer[]), (select $${first + 1}::integer[])) with ordinality as asked (place, city, position))`
  const expression = { name, parameters: 2, sql }
  return (queries: Queries, { placeId, cityPlaceId }: SearchedPlaces): Promise<string> =>
    sharedVersion(queries, expression, [placeId, cityPlaceId])
}
