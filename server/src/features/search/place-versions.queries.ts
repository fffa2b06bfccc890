import type { Queries } from '#server/db/replicas.ts'
import { sharedVersion } from '#server/db/shared-version.ts'
import type { SearchedPlaces } from './search.queries.ts'

const xorSql = (table: string, places: string) =>
  `(select coalesce(bit_xor(number), 0)::text from ${table} where place_id in (${places}))`

const cardsVersionSql = (places: string) => xorSql('place_changes', places)
const timedVersionSql = (places: string) =>
  `(${cardsVersionSql(places)} || ' ' || ${xorSql('place_time_changes', places)})`

/** Up to this number of professionals who are due in all places together are looked up one by one. */
export const FEW_DUE = 500
const DUE = ' due'

/** DUE if somebody who serves these places is due, or many are in all. OFFSET 0 as in `search-times.queries.ts`. */
const dueSql = (places: string) => `
  case when exists (select from search_times_due offset ${FEW_DUE}) or exists (
    select from (select professional_id from search_times_due limit ${FEW_DUE}) as due where exists (
      select from search_entries
      where professional_id = due.professional_id and place_id in (${places}) offset 0
    )
  ) then '${DUE}' else '' end`
const timedVersionDueSql = (places: string) => `${timedVersionSql(places)} || ${dueSql(places)}`

/** The version of the places `$1` and `$2`. */
export const VERSION_SQL = cardsVersionSql('$1::integer, $2::integer')
/** The version of everything that decides about a search by time in these places. */
export const TIMED_VERSION_SQL = timedVersionSql('$1::integer, $2::integer')
/** The same for `ifNobodyIsDue`. */
export const TIMED_VERSION_DUE_SQL = timedVersionDueSql('$1::integer, $2::integer')

/**
 * The version of these two places. Every change that could alter a search result there changes it. Searches at one
 * moment share a statement. rule: search-cached-answers
 */
export const versionOf = versionReader('places', cardsVersionSql('place, city'))

/** The same for a search by time. It is passed to `ifNobodyIsDue`. */
export const timedVersionOf = versionReader('timed-places', timedVersionDueSql('place, city'))

/** What a search by time finds is not exact yet: what is due has to be written first. rule: search-time-entries */
export class SomebodyIsDue extends Error {
  override name = 'SomebodyIsDue'
}

/**
 * The version of a search by time that was read together with who is due: one snapshot shows a change of time either as
 * due or in the version. `isDueWritten`: what was due when the search began is written already.
 */
export function ifNobodyIsDue(version: string, isDueWritten: boolean): string {
  if (!version.endsWith(DUE)) return version
  if (!isDueWritten) throw new SomebodyIsDue()
  return version.slice(0, -DUE.length)
}

function versionReader(name: string, versionSql: string) {
  // Without the inner selects PostgreSQL knows how many there are, and plans the statement anew for each number.
  const sql = (first: number) => `(
    select string_agg(${versionSql}, E'\\n' order by position)
    from unnest((select $${first}::integer[]), (select $${first + 1}::integer[])) with ordinality as asked (place, city, position))`
  const expression = { name, parameters: 2, sql }
  return (queries: Queries, { placeId, cityPlaceId }: SearchedPlaces): Promise<string> =>
    sharedVersion(queries, expression, [placeId, cityPlaceId])
}
