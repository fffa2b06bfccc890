import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { cityPage } from '#contract/market/cities.ts'
import { LOCATION_QUERY_LENGTH_MAX } from '#contract/market/search-rules.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { distanceMiles } from '#server/places/distance.ts'
import type { CityWithZips } from '#server/places/locations.ts'
import { stateName } from '#server/places/states.ts'
import { listBestCards, loadCityFacts } from './cities.queries.ts'
import { CITIES_CACHE_MS, cityPlace } from './served-cities.ts'
import type { ServedCity } from './served-cities.ts'

type CityPage = z.input<typeof cityPage.answer>

const CARDS = 6
const NEARBY_MAX = 8
const NEARBY_MILES_MAX = 100
const CACHED_PAGES_MAX = 500

/**
 * Returns a function that loads the page of a city by the state and name in an address. It refuses with 'not_found' if
 * no listed professional serves the city or a ZIP of it. A process caches a page for ten seconds.
 * rule: city-pages, read-replicas
 */
export function cityPagesOf(
  { replicas, clock, places }: Pick<Context, 'replicas' | 'clock' | 'places'>,
  servedCities: () => Promise<{ cities: ServedCity[] }>,
) {
  const cache = new LRUCache<number, CityPage>({
    max: CACHED_PAGES_MAX,
    ttl: CITIES_CACHE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
    fetchMethod: (placeId) => pageOf(places.city(placeId)!),
  })

  async function pageOf(city: CityWithZips): Promise<CityPage | undefined> {
    const placeIds = [city.placeId, ...city.zips.map(({ placeId }) => placeId)]
    const counted = await replicas.read(false, ({ db }) =>
      loadCityFacts(db, city.placeId, placeIds),
    )
    if (!counted) return undefined
    const { professionals, served, ...facts } = counted
    const best = await replicas.read(false, ({ db }) =>
      listBestCards<CityPage['best'][number]>(db, placeIds, CARDS, clock.now()),
    )
    const thisCity = { ...cityPlace(places, city.placeId)!, professionals }
    const isServed = new Set(served)
    const zips = isServed.has(city.placeId)
      ? city.zips
      : city.zips.filter(({ placeId }) => isServed.has(placeId))
    return {
      ...thisCity,
      ...facts,
      state_name: stateName(city.state),
      best,
      zips: zips.map(({ zip }) => zip),
      nearby: nearestCities(thisCity, (await servedCities()).cities),
    }
  }

  const findId = (text: string): number => {
    const place = places.find(text)
    return place?.kind === 'city' ? place.placeId : refuse('not_found')
  }
  // To find a place by its text takes as long as everything else that a repeated read does.
  const idOf = new LRUCache<string, number>({ max: CACHED_PAGES_MAX, memoMethod: findId })

  return async (state: string, slug: string): Promise<CityPage> => {
    const text = `${slug}, ${state}`
    const placeId = text.length > LOCATION_QUERY_LENGTH_MAX ? findId(text) : idOf.memo(text)
    return cache.get(placeId) ?? (await cache.fetch(placeId)) ?? refuse('not_found')
  }
}

function nearestCities(thisCity: ServedCity, cities: ServedCity[]): CityPage['nearby'] {
  return cities
    .map((city) => ({ city, miles: distanceMiles(thisCity, city) }))
    .filter(({ city, miles }) => miles <= NEARBY_MILES_MAX && city.placeId !== thisCity.placeId)
    .toSorted((one, other) => one.miles - other.miles)
    .slice(0, NEARBY_MAX)
    .map(({ city, miles }) => ({ ...city, distance_miles: Math.round(miles * 10) / 10 }))
}
