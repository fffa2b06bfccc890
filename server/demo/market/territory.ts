import { sql } from 'kysely'
import type { Chance } from '../chance.ts'
import type { Db } from '#server/db/db.ts'
import { BIG_CITIES } from './big-cities.ts'

export type Home = {
  zip: string
  place_id: number
  city_id: number
  city: string
  state: string
  population: number
  time_zone: string
}
export type Area = { place_id: number; label: string }
type Territory = { home: Home; areas: Area[] }

/** More than the ten that a search must find, because some professionals are inactive. */
const TERRITORIES_PER_BIG_CITY = 11
const AREAS_MAX = 6

/** Every ZIP code with inhabitants, by number. Close numbers are close on the map. */
export async function inhabitedZips(db: Db): Promise<Home[]> {
  const { rows } = await sql<Home>`
    select zip, place_id, city_id, city, state, population, time_zone from zips
    where population > 0 order by place_id`.execute(db)
  return rows
}

/**
 * Homes and areas of `count` professionals. The first cover the big cities, the others are distributed by population.
 */
export function territories(zips: readonly Home[], count: number, random: Chance): Territory[] {
  const homeByPeople = weighted(zips, random)
  const byCity = Map.groupBy(zips, cityOf)
  const inBigCities = Array.from({ length: TERRITORIES_PER_BIG_CITY }, () => BIG_CITIES)
    .flat()
    .slice(0, Math.floor(count / 2))
    .map((labels) => cityTerritory(labels, byCity, zips, random))
  const others = Array.from({ length: count - inBigCities.length }, () => {
    const home = homeByPeople()
    return { home, areas: areasAround(home, zips, random) }
  })
  return [...inBigCities, ...others]
}

/** How many of the first territories cover the big cities. */
export function countBigCityTerritories(count: number): number {
  return Math.min(TERRITORIES_PER_BIG_CITY * BIG_CITIES.length, Math.floor(count / 2))
}

function cityTerritory(
  labels: readonly string[],
  byCity: Map<string, Home[]>,
  zips: readonly Home[],
  random: Chance,
): Territory {
  const homes = labels.flatMap((label) => byCity.get(label) ?? [])
  const home = homes[Math.floor(random.next() * homes.length)]
  if (!home) throw new Error(`No ZIP is named after ${labels.join(', ')}`)
  const areas = labels.flatMap((label) => {
    const [home] = byCity.get(label) ?? []
    return home ? [cityArea(home)] : []
  })
  const nearbyAreas = random.happens(0.5) ? areasAround(home, zips, random, true) : []
  return { home, areas: distinct([...areas, ...nearbyAreas]) }
}

/** One to six areas: the home city or some of its ZIP codes, and neighbours. */
function areasAround(
  home: Home,
  zips: readonly Home[],
  random: Chance,
  wholeCity = random.happens(0.6),
): Area[] {
  const neighbourZips = neighbours(home, zips)
  const others = neighbourZips.filter(({ city_id }) => !wholeCity || city_id !== home.city_id)
  const areas = [wholeCity ? cityArea(home) : zipArea(home)]
  const targetCount = 1 + Math.floor(random.next() * AREAS_MAX)
  for (const other of others) {
    if (areas.length >= targetCount) break
    if (random.happens(0.6)) {
      areas.push(wholeCity && random.happens(0.5) ? cityArea(other) : zipArea(other))
    }
  }
  return distinct(areas)
}

/** ZIP codes of the same state with the closest numbers, nearest first. */
function neighbours(home: Home, zips: readonly Home[]): Home[] {
  const at = indexOf(home, zips)
  return Array.from(
    { length: 24 },
    (_, step) => zips[at + (step % 2 === 0 ? 1 : -1) * (1 + (step >> 1))],
  )
    .filter((zip) => zip !== undefined)
    .filter(({ state }) => state === home.state)
}

function indexOf(home: Home, zips: readonly Home[]): number {
  let low = 0
  for (let high = zips.length; low < high;) {
    const middle = (low + high) >> 1
    if (zips[middle]!.place_id < home.place_id) low = middle + 1
    else high = middle
  }
  return low
}

/** Picks ZIP codes at random, weighted by population. */
export function weighted(zips: readonly Home[], random: Chance): () => Home {
  let sum = 0
  const sums = zips.map(({ population }) => (sum += population))
  return () => {
    const target = random.next() * sum
    let low = 0
    for (let high = sums.length - 1; low < high;) {
      const middle = (low + high) >> 1
      if (sums[middle]! <= target) low = middle + 1
      else high = middle
    }
    return zips[low]!
  }
}

function distinct(areas: Area[]): Area[] {
  return [...new Map(areas.map((area) => [area.place_id, area])).values()].slice(0, AREAS_MAX)
}

function cityOf({ city, state }: Home): string {
  return `${city}, ${state}`
}

function cityArea(home: Home): Area {
  return { place_id: home.city_id, label: cityOf(home) }
}

function zipArea({ place_id, zip }: Home): Area {
  return { place_id, label: zip }
}
