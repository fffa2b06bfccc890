import type { World } from '#server/world.ts'
import type { CityWithZips } from '../locations/locations.ts'
import { citySlug } from './city-slug.ts'
import { countCities } from './cities.queries.ts'

/** As the contract's ServedCity, with where it lies. */
export type ServedCity = ReturnType<typeof servedCity>

type ServedCities = {
  /** Most professionals first. */
  cities: ServedCity[]
  totalProfessionals: number
}

const AGE_MS_MAX = 60_000

/** Every city that has listed professionals, counted at most once a minute in a process. */
export function servedCitiesOf({
  db,
  clock,
  places,
}: Pick<World, 'db' | 'clock' | 'places'>): () => Promise<ServedCities> {
  let counted: { at: number; cities: Promise<ServedCities> } | undefined

  const count = async (): Promise<ServedCities> => {
    const { cities, total } = await countCities(db)
    const served = cities.flatMap(({ place_id, professionals }) => {
      const city = places.city(place_id)
      return city ? [servedCity(city, professionals)] : []
    })
    return { cities: served.toSorted(mostProfessionalsFirst), totalProfessionals: total }
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
