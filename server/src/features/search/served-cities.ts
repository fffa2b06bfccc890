import { sql } from 'kysely'
import type { World } from '#server/world.ts'

type ServedCities = {
  cities: { city: string; state: string; zip: string; professionals: number }[]
  total_professionals: number
}

const CITIES_MAX = 24
const AGE_MS_MAX = 60_000

/** The home view's numbers (look.md, Home), counted at most once a minute in a process: cities with the most listed professionals. */
export function servedCitiesOf({
  db,
  clock,
}: Pick<World, 'db' | 'clock'>): () => Promise<ServedCities> {
  let counted: { at: number; cities: Promise<ServedCities> } | undefined

  const count = async (): Promise<ServedCities> => {
    const { rows } = await sql<{ answer: ServedCities }>`
      with served as (
        select coalesce(zips.city_id, place_id) as city_id, count(distinct professional_id)::integer as professionals
        from search_entries left join zips using (place_id)
        group by 1 order by 2 desc, 1 limit ${CITIES_MAX}
      )
      select json_build_object(
        'cities', coalesce((
          select json_agg(json_build_object(
            'city', name, 'state', state, 'professionals', professionals,
            'zip', (select zip from zips where zips.city_id = served.city_id order by population desc, zip limit 1)
          ) order by professionals desc, name)
          from served join cities on cities.id = served.city_id), '[]'),
        'total_professionals', (select count(*) from subscriptions where status <> 'lapsed')
      ) as answer`.execute(db)
    return rows[0]!.answer
  }

  return async () => {
    const now = clock.now().getTime()
    if (!counted || now - counted.at > AGE_MS_MAX) {
      const fresh = { at: now, cities: count() }
      counted = fresh
      fresh.cities.catch(() => {
        if (counted === fresh) counted = undefined
      })
    }
    return counted.cities
  }
}
