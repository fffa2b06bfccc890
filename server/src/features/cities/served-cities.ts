import { setTimeout } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/refusal.ts'
import type { CityWithZips } from '../locations/locations.ts'
import { placeKey } from '../locations/place-text.ts'
import { stateName, statesCalled } from '../locations/states.ts'
import { citySlug } from './city-slug.ts'
import { countCities } from './cities.queries.ts'

/** The contract's ServedCity with its coordinates. */
export type ServedCity = ReturnType<typeof servedCity>

type ServedCities = {
  /** Most professionals first. */
  cities: ServedCity[]
  /** The answer for the home view. */
  largest: { cities: ServedCity[]; total_professionals: number }
}

type Count = { startedAt: number; cities: Promise<ServedCities>; isDone: boolean }

const LARGEST_CITIES = 24
const CACHE_MS = 60_000
/** How long a request waits for a new count before it gets the previous one. */
const WAIT_MS = 250

/**
 * Returns a function that lists every city with listed professionals, counted at most once a minute in a process. With
 * a million professionals a count takes seconds: requests meanwhile get the previous counts.
 * rule: served-cities, city-freshness, read-replicas
 */
export function servedCitiesOf({
  replicas,
  clock,
  places,
}: Pick<Context, 'replicas' | 'clock' | 'places'>): () => Promise<ServedCities> {
  let current: Count | undefined
  let previous: ServedCities | undefined

  const count = async (): Promise<ServedCities> => {
    const { cities, total } = await replicas.read(undefined, ({ db }) => countCities(db))
    const served = cities
      .flatMap(({ place_id, professionals }) => {
        const city = places.city(place_id)
        return city ? [servedCity(city, professionals)] : []
      })
      .toSorted(mostProfessionalsFirst)
    const largest = { cities: served.slice(0, LARGEST_CITIES), total_professionals: total }
    return { cities: served, largest }
  }

  const start = (startedAt: number): Count => {
    const started: Count = { startedAt, cities: count(), isDone: false }
    void (async () => {
      try {
        previous = await started.cities
        started.isDone = true
      } catch {
        // The next request counts again.
        if (current === started) current = undefined
      }
    })()
    return started
  }

  return async () => {
    const now = clock.now().getTime()
    if (!current || now - current.startedAt > CACHE_MS) current = start(now)
    if (current.isDone || !previous) return current.cities
    return Promise.race([current.cities, setTimeout(WAIT_MS, previous)])
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
  return other.professionals - one.professionals || one.city.localeCompare(other.city, 'en')
}

/** The states of these cities, sorted by name, with the number of their cities. */
export function statesServed(cities: ServedCity[]) {
  return [...Map.groupBy(cities, ({ state }) => state)]
    .map(([state, ofState]) => ({ state, name: stateName(state), cities: ofState.length }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** The cities of a state, given by its code or name, sorted by name. Refuses with 'not_found' if there are none. */
export function citiesInState(cities: ServedCity[], text: string) {
  const key = placeKey(text)
  const codes = key === '' ? new Set<string>() : statesCalled(key)
  const ofState = cities.filter(({ state }) => codes.has(state))
  const state = ofState[0]?.state ?? refuse('not_found')
  return {
    state,
    name: stateName(state),
    cities: ofState.toSorted((one, other) => one.city.localeCompare(other.city, 'en')),
  }
}
