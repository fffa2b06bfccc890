import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { cityPage } from '#contract/cities.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { distanceMiles } from '../locations/distance.ts'
import type { CityWithZips } from '../locations/locations.ts'
import { stateName } from '../locations/states.ts'
import { bestOf, factsOf } from './cities.queries.ts'
import { servedCity } from './served-cities.ts'
import type { ServedCity } from './served-cities.ts'

type CityPage = z.input<typeof cityPage.answer>

const CARDS = 6
const NEARBY_MAX = 8
const NEARBY_MILES_MAX = 100
const AGE_MS_MAX = 60_000
const KEPT_MAX = 500

/**
 * The page of a city by its state and name as they stand in an address; refuses where nobody listed serves the city or a ZIP of it. A
 * page is looked up at most once a minute in a process.
 */
export function cityPagesOf(
  { db, clock, places }: Pick<Context, 'db' | 'clock' | 'places'>,
  servedCities: () => Promise<{ cities: ServedCity[] }>,
) {
  const kept = new LRUCache<number, CityPage>({
    max: KEPT_MAX,
    ttl: AGE_MS_MAX,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
    fetchMethod: (placeId) => pageOf(places.city(placeId)!),
  })

  async function pageOf(city: CityWithZips): Promise<CityPage | undefined> {
    const all = [city.placeId, ...city.zips.map(({ placeId }) => placeId)]
    const { professionals, served, ...facts } = await factsOf(db, all)
    if (professionals === 0) return undefined
    const here = servedCity(city, professionals)
    const isServed = new Set(served)
    const zips = isServed.has(city.placeId)
      ? city.zips
      : city.zips.filter(({ placeId }) => isServed.has(placeId))
    return {
      ...here,
      ...facts,
      state_name: stateName(city.state),
      best: await bestOf<CityPage['best'][number]>(db, all, CARDS),
      zips: zips.map(({ zip }) => zip),
      nearby: nearest(here, (await servedCities()).cities),
    }
  }

  return async (state: string, slug: string): Promise<CityPage> => {
    const place = places.find(`${slug}, ${state}`)
    if (place?.kind !== 'city') refuse('not_found')
    return (await kept.fetch(place.placeId)) ?? refuse('not_found')
  }
}

function nearest(here: ServedCity, cities: ServedCity[]): CityPage['nearby'] {
  return cities
    .filter(({ placeId }) => placeId !== here.placeId)
    .map((city) => ({ ...city, distance_miles: distanceMiles(here, city) }))
    .filter(({ distance_miles }) => distance_miles <= NEARBY_MILES_MAX)
    .toSorted((one, other) => one.distance_miles - other.distance_miles)
    .slice(0, NEARBY_MAX)
    .map((city) => ({ ...city, distance_miles: Math.round(city.distance_miles * 10) / 10 }))
}
