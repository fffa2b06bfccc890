import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/refusal.ts'
import type { CityWithZips } from '../locations/locations.ts'
import { placeKey } from '../locations/place-text.ts'
import { stateName, statesCalled } from '../locations/states.ts'
import { citySlug } from './city-slug.ts'
import { loadCounts } from './cities.queries.ts'

/** The contract's ServedCity with its coordinates. */
export type ServedCity = ReturnType<typeof servedCity>

type ServedCities = {
  /** Most professionals first. */
  cities: ServedCity[]
  /** The answer for the home view. */
  largest: { cities: ServedCity[]; total_professionals: number }
  /** Sorted by name, with the number of their cities. */
  states: { state: string; name: string; cities: number }[]
  /** By the code of the state; sorted by name. */
  ofState: Map<string, ServedCity[]>
}

const LARGEST_CITIES = 24
const compareNames = new Intl.Collator('en').compare
/** How long a process keeps counts and city pages. rule: city-freshness */
export const CITIES_CACHE_MS = 10_000

/**
 * Returns a function that lists every city with listed professionals. A process reads the counts at most every ten
 * seconds. rule: served-cities, city-freshness, read-replicas
 */
export function servedCitiesOf({
  replicas,
  clock,
  places,
}: Pick<Context, 'replicas' | 'clock' | 'places'>): () => Promise<ServedCities> {
  let current: { readAt: number; cities: Promise<ServedCities> } | undefined

  const read = async (): Promise<ServedCities> => {
    const { cities, total } = await replicas.read(undefined, ({ db }) => loadCounts(db))
    const served = cities
      .flatMap(({ city_id, professionals }) => {
        const city = places.city(city_id)
        return city ? [servedCity(city, professionals)] : []
      })
      .toSorted(mostProfessionalsFirst)
    const largest = { cities: served.slice(0, LARGEST_CITIES), total_professionals: total }
    const ofState = Map.groupBy(
      served.toSorted((one, other) => compareNames(one.city, other.city)),
      ({ state }) => state,
    )
    const states = [...ofState]
      .map(([state, { length }]) => ({ state, name: stateName(state), cities: length }))
      .toSorted((one, other) => compareNames(one.name, other.name))
    return { cities: served, largest, states, ofState }
  }

  return async () => {
    const now = clock.now().getTime()
    if (!current || now - current.readAt > CITIES_CACHE_MS)
      current = { readAt: now, cities: read() }
    const mine = current
    try {
      return await mine.cities
    } catch (error) {
      // The next request reads again.
      if (current === mine) current = undefined
      throw error
    }
  }
}

/** A city has the coordinates of its most populous ZIP. */
export function servedCity({ placeId, name, state, zips }: CityWithZips, professionals: number) {
  const { zip, latitude, longitude } = zips[0]!
  return {
    placeId,
    city: name,
    state,
    slug: citySlug(name),
    zip,
    latitude,
    longitude,
    professionals,
  }
}

function mostProfessionalsFirst(one: ServedCity, other: ServedCity): number {
  return other.professionals - one.professionals || compareNames(one.city, other.city)
}

/** The cities of a state, given by its code or name, sorted by name. Refuses with 'not_found' if there are none. */
export function citiesInState({ ofState }: Pick<ServedCities, 'ofState'>, text: string) {
  const key = placeKey(text)
  const codes = key === '' ? [] : [...statesCalled(key)]
  const state = codes.find((code) => ofState.has(code)) ?? refuse('not_found')
  return { state, name: stateName(state), cities: ofState.get(state)! }
}
