import { setTimeout } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import type { CityWithZips } from '../locations/locations.ts'
import { citySlug } from './city-slug.ts'
import { countCities } from './cities.queries.ts'

/** As the contract's ServedCity, with where it lies. */
export type ServedCity = ReturnType<typeof servedCity>

type ServedCities = {
  /** Most professionals first. */
  cities: ServedCity[]
  /** The numbers of home. */
  largest: { cities: ServedCity[]; total_professionals: number }
}

type Counting = { at: number; cities: Promise<ServedCities>; isHere: boolean }

const LARGEST = 24
const AGE_MS_MAX = 60_000
const AWAITED_MS = 250

/**
 * Every city that has listed professionals, counted at most once a minute in a process. In a large world counting takes seconds: who
 * asks meanwhile is told the last counts.
 */
export function servedCitiesOf({
  db,
  clock,
  places,
}: Pick<Context, 'db' | 'clock' | 'places'>): () => Promise<ServedCities> {
  let asked: Counting | undefined
  let last: ServedCities | undefined

  const count = async (): Promise<ServedCities> => {
    const { cities, total } = await countCities(db)
    const served = cities
      .flatMap(({ place_id, professionals }) => {
        const city = places.city(place_id)
        return city ? [servedCity(city, professionals)] : []
      })
      .toSorted(mostProfessionalsFirst)
    const largest = { cities: served.slice(0, LARGEST), total_professionals: total }
    return { cities: served, largest }
  }

  const keep = async (fresh: Counting) => {
    last = await fresh.cities
    fresh.isHere = true
  }

  return async () => {
    const now = clock.now().getTime()
    if (!asked || now - asked.at > AGE_MS_MAX) {
      const fresh = { at: now, cities: count(), isHere: false }
      asked = fresh
      keep(fresh).catch(() => {
        if (asked === fresh) asked = undefined
      })
    }
    if (asked.isHere || !last) return asked.cities
    return Promise.race([asked.cities, setTimeout(AWAITED_MS, last)])
  }
}

/** A city lies where its most populous ZIP does. */
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
