import { sql } from 'kysely'
import type { Chance } from '#drawings/chance.ts'
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
type Post = { home: Home; areas: Area[] }

/** More than the ten that are promised, since a few of everyone's visits fall through. */
const A_CITY = 11
const AREAS_MAX = 6

/** Every ZIP that people live in, in the order of their numbers, which is nearly that of the map. */
export async function inhabitedZips(db: Db): Promise<Home[]> {
  const { rows } = await sql<Home>`
    select zip, place_id, city_id, city, state, population, time_zone from zips
    where population > 0 order by place_id`.execute(db)
  return rows
}

/** Where `count` professionals live and what they serve; the first ones make sure of the big cities, the others follow the people. */
export function territories(zips: readonly Home[], count: number, dice: Chance): Post[] {
  const homeByPeople = weighted(zips, dice)
  const byCity = Map.groupBy(zips, cityOf)
  const sure = Array.from({ length: A_CITY }, () => BIG_CITIES)
    .flat()
    .slice(0, Math.floor(count / 2))
    .map((labels) => cityPost(labels, byCity, zips, dice))
  const others = Array.from({ length: count - sure.length }, () => {
    const home = homeByPeople()
    return { home, areas: areasAround(home, zips, dice) }
  })
  return [...sure, ...others]
}

/** How many of the first territories are of the big cities. */
export function sureCount(count: number): number {
  return Math.min(A_CITY * BIG_CITIES.length, Math.floor(count / 2))
}

function cityPost(
  labels: readonly string[],
  byCity: Map<string, Home[]>,
  zips: readonly Home[],
  dice: Chance,
): Post {
  const homes = labels.flatMap((label) => byCity.get(label) ?? [])
  const home = homes[Math.floor(dice.next() * homes.length)]
  if (!home) throw new Error(`No ZIP is named after ${labels.join(', ')}`)
  const areas = labels.flatMap((label) => {
    const [somewhere] = byCity.get(label) ?? []
    return somewhere ? [cityArea(somewhere)] : []
  })
  const more = dice.happens(0.5) ? areasAround(home, zips, dice, true) : []
  return { home, areas: distinct([...areas, ...more]) }
}

/** One to six: her city, or some of its ZIPs, and what lies around. */
function areasAround(
  home: Home,
  zips: readonly Home[],
  dice: Chance,
  wholeCity = dice.happens(0.6),
): Area[] {
  const near = neighbours(home, zips)
  const others = near.filter(({ city_id }) => !wholeCity || city_id !== home.city_id)
  const areas = [wholeCity ? cityArea(home) : zipArea(home)]
  const wanted = 1 + Math.floor(dice.next() * AREAS_MAX)
  for (const other of others) {
    if (areas.length >= wanted) break
    if (dice.happens(0.6)) {
      areas.push(wholeCity && dice.happens(0.5) ? cityArea(other) : zipArea(other))
    }
  }
  return distinct(areas)
}

/** The ZIPs of nearly the same number in the same state, the nearest numbers first. */
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

/** Picks ZIPs as often as people live there. */
export function weighted(zips: readonly Home[], dice: Chance): () => Home {
  let sum = 0
  const sums = zips.map(({ population }) => (sum += population))
  return () => {
    const wanted = dice.next() * sum
    let low = 0
    for (let high = sums.length - 1; low < high;) {
      const middle = (low + high) >> 1
      if (sums[middle]! <= wanted) low = middle + 1
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
