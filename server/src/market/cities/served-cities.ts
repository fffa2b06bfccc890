import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { placeKey } from '#server/places/place-text.ts'
import { stateName, statesCalled } from '#server/places/states.ts'
import { citySlug } from './city-slug.ts'
import { loadCounts } from './cities.queries.ts'

/** The contract's ServedCity with its coordinates. */
export type ServedCity = CityPlace & { professionals: number }

type CityPlace = NonNullable<ReturnType<typeof cityPlace>>

type ServedCities = {
  /** Most professionals first. */
  cities: ServedCity[]
  /** The answer for the home view. */
  largest: { cities: ServedCity[]; total_professionals: number }
  /** Sorted by name, with the number of their cities. */
  states: { state: string; name: string; cities: number }[]
  /** The cities of each state by its code, sorted by name. */
  ofState: Map<string, ServedCity[]>
}

const LARGEST_CITIES = 24
const compareNames = new Intl.Collator('en').compare
/** How long a process keeps counts and city pages. rule: city-pages */
export const CITIES_CACHE_MS = 10_000

/**
 * Returns a function that lists every city with listed professionals. A process reads the counts at most every ten
 * seconds. rule: city-pages, read-replicas
 */
export function servedCitiesOf({
  replicas,
  clock,
  places,
}: Pick<Context, 'replicas' | 'clock' | 'places'>): () => Promise<ServedCities> {
  let current: { readAt: number; cities: Promise<ServedCities> } | undefined
  // A large world serves 30,000 cities. Nothing of them changes but their counts, so they are found and sorted once.
  const known = new Map<number, CityPlace | undefined>()
  let knownByName: CityPlace[] = []

  const remember = (cityIds: number[]) => {
    const added = cityIds.filter((id) => !known.has(id))
    if (added.length === 0) return
    for (const id of added) known.set(id, cityPlace(places, id))
    knownByName = [...known.values()]
      .filter((city) => city !== undefined)
      .toSorted((one, other) => compareNames(one.city, other.city) || one.placeId - other.placeId)
  }

  const read = async (): Promise<ServedCities> => {
    const { counts, total } = await replicas.read(false, ({ db }) => loadCounts(db))
    remember([...counts.keys()])
    const byName = knownByName
      .map((place) => ({ ...place, professionals: counts.get(place.placeId) ?? 0 }))
      .filter(({ professionals }) => professionals > 0)
    const served = byName.toSorted((one, other) => other.professionals - one.professionals)
    const largest = { cities: served.slice(0, LARGEST_CITIES), total_professionals: total }
    const ofState = Map.groupBy(byName, ({ state }) => state)
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

/** The facts of a city that its page shows besides its count. The coordinates are those of its most populous ZIP. */
export function cityPlace(places: Context['places'], placeId: number) {
  const city = places.cityName(placeId)
  if (!city) return undefined
  const { zip, latitude, longitude } = places.mostPopulousZip(placeId)!
  const { name, state } = city
  return { placeId, city: name, state, slug: citySlug(name), zip, latitude, longitude }
}

/** The cities of a state, given by its code or name, sorted by name. Refuses with 'not_found' if there are none. */
export function citiesInState({ ofState }: Pick<ServedCities, 'ofState'>, text: string) {
  const key = placeKey(text)
  const codes = key === '' ? [] : [...statesCalled(key)]
  const state = codes.find((code) => ofState.has(code)) ?? refuse('not_found')
  return { state, name: stateName(state), cities: ofState.get(state)! }
}
