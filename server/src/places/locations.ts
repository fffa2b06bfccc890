import { LOCATION_QUERY_LENGTH_MAX } from '#contract/market/search-rules.ts'
import { sql } from 'kysely'
import type { Kysely, QueryResult } from 'kysely'
import type { LocationSuggestion } from '#contract/market/locations.ts'
import type { Point } from './distance.ts'
import { PrefixIndex } from './prefix-index.ts'
import { ZipTable } from './zip-table.ts'
import type { ZipRow } from './zip-table.ts'
import { statesBeginningWith, statesCalled } from './states.ts'
import { readAsCity, zipIn, zipPrefixIn } from './place-text.ts'
import type { CityReading } from './place-text.ts'

/** A ZIP. `placeId` is the ZIP as a number, `cityPlaceId` the place of its city; `timeZone` is an IANA name. */
export type Zip = Point & {
  zip: string
  city: string
  state: string
  timeZone: string
  placeId: number
  cityPlaceId: number
}

/** A city with its population. `key` is its name in the form of `spelledOutKey` (place-text.ts). */
export type City = { placeId: number; name: string; state: string; key: string; population: number }

export type CityWithZips = City & { zips: Zip[] }

/**
 * A place that can be served. `zips` are the place ids of the ZIPs it covers. `cityId` is the place id of its city.
 * rule: service-areas
 */
export type Place = {
  placeId: number
  label: string
  kind: 'zip' | 'city'
  zips: number[]
  cityId: number
}

const SUGGESTIONS_MAX = 10
/** Small cities with exactly the typed name that are shown beside larger ones: Bell beside Bellevue and Bellingham. */
const NAMESAKES_MAX = 3

/** The ZIPs and cities of the United States in memory. `loadPlaceIndex` creates it. */
export class Places {
  readonly #zips: ZipTable
  readonly #cities: PrefixIndex<City>
  readonly #citiesById: Map<number, City>

  /** The lists of ZIPs and of cities are sorted by population, largest first. */
  constructor(zips: readonly ZipRow[], cities: City[]) {
    this.#cities = new PrefixIndex(cities, ({ key }) => key)
    this.#citiesById = new Map(cities.map((city) => [city.placeId, city]))
    this.#zips = new ZipTable(zips, this.#citiesById)
  }

  /**
   * At most ten ZIPs or cities that begin with a text of two characters or more, most populous first.
   * rule: place-suggestions
   */
  suggest(text: string): LocationSuggestion[] {
    const typed = text.trim().slice(0, LOCATION_QUERY_LENGTH_MAX)
    if (typed.length < 2) return []
    const prefix = zipPrefixIn(typed)
    if (prefix === undefined)
      return this.#citiesFor(typed).map((city) => this.#citySuggestion(city))
    return this.#zips.beginningWith(prefix, SUGGESTIONS_MAX).map(zipSuggestion)
  }

  /**
   * The place that '78701', 'Austin, TX' or 'Austin' names: the most populous with that name, or undefined.
   * rule: service-areas
   */
  find(text: string): Place | undefined {
    const typed = text.slice(0, LOCATION_QUERY_LENGTH_MAX)
    const zip = this.zipOf(typed)
    if (zip) return zipPlace(zip)
    const { plain, withState } = readAsCity(typed)
    for (const reading of [plain, ...withState]) {
      const [city] = this.#called(reading, statesCalled(reading.stateKey))
      if (city) return this.#cityPlace(city)
    }
    return undefined
  }

  /** The ZIP in a text, or undefined if the text contains no known ZIP. rule: service-areas */
  zipOf(text: string): Zip | undefined {
    const zip = zipIn(text.slice(0, LOCATION_QUERY_LENGTH_MAX))
    return zip === undefined ? undefined : this.#zips.called(zip)
  }

  /** The city with this place id and its ZIPs, most populous first. Undefined for other places. */
  city(placeId: number): CityWithZips | undefined {
    const city = this.#citiesById.get(placeId)
    return city && { ...city, zips: this.#zips.of(city) }
  }

  /**
   * The name and state of the city with this place id. Its ZIPs, which take longer to find than all else, are left out.
   */
  cityName(placeId: number): Pick<City, 'name' | 'state'> | undefined {
    return this.#citiesById.get(placeId)
  }

  /** The most populous ZIP of the city with this place id. Undefined for other places. */
  mostPopulousZip(placeId: number): Zip | undefined {
    const city = this.#citiesById.get(placeId)
    return city && this.#zips.mostPopulousOf(city)
  }

  #citiesFor(text: string): City[] {
    const { plain, withState } = readAsCity(text)
    const namesakes = mostPopulousFirst(
      [plain, ...withState].flatMap((reading) =>
        this.#called(reading, statesBeginningWith(reading.stateKey)),
      ),
    )
    const all = mostPopulousFirst([...namesakes, ...this.#beginningWith(plain)])
    const shown = all.slice(0, SUGGESTIONS_MAX)
    const missing = namesakes.slice(0, NAMESAKES_MAX).filter((city) => !shown.includes(city))
    return [...shown.slice(0, SUGGESTIONS_MAX - missing.length), ...missing]
  }

  #called(reading: CityReading, states: Set<string>): City[] {
    return reading.cityKeys
      .flatMap((key) => this.#cities.called(key))
      .filter(({ state }) => states.has(state))
  }

  #beginningWith(reading: CityReading): City[] {
    const states = statesBeginningWith(reading.stateKey)
    return reading.cityKeys
      .filter((key) => key !== '')
      .flatMap((key) => this.#cities.beginningWith(key))
      .filter(({ state }) => states.has(state))
  }

  #citySuggestion(city: City): LocationSuggestion {
    const { name, state } = city
    const { zip } = this.#zips.mostPopulousOf(city)
    return { label: `${name}, ${state}`, zip, city: name, state, kind: 'city' }
  }

  #cityPlace(city: City): Place {
    const { placeId, name, state } = city
    const zips = this.#zips.placeIdsOf(city)
    return { placeId, label: `${name}, ${state}`, kind: 'city', zips, cityId: placeId }
  }
}

/**
 * Reads all ZIPs and cities into memory (about 7 MB). The server does it once, when it starts. Each table comes as one
 * text, because 70,000 rows would take the driver three times as long.
 */
export async function loadPlaceIndex<Tables>(db: Kysely<Tables>): Promise<Places> {
  const [zipLines, cityLines] = await Promise.all([
    linesOf(
      sql`select string_agg(concat_ws(E'\t', place_id, city_id, latitude, longitude, time_zone), E'\n'
      order by population desc, zip) as lines from zips`.execute(db),
    ),
    linesOf(
      sql`select string_agg(concat_ws(E'\t', id, name, state, search_key, population), E'\n'
      order by population desc, id) as lines from cities`.execute(db),
    ),
  ])
  const zips = zipLines.map(([placeId, cityId, latitude, longitude, timeZone]): ZipRow => [
    Number(placeId),
    Number(cityId),
    Number(latitude),
    Number(longitude),
    timeZone!,
  ])
  const cities = cityLines.map(([placeId, name, state, key, population]): City => ({
    placeId: Number(placeId),
    name: name!,
    state: state!,
    key: key!,
    population: Number(population),
  }))
  const withZips = new Set(zips.map(([, cityPlaceId]) => cityPlaceId))
  const known = new Set(cities.map(({ placeId }) => placeId))
  return new Places(
    // Two statements: places may have been added between them.
    zips.filter(([, cityPlaceId]) => known.has(cityPlaceId)),
    cities.filter(({ placeId }) => withZips.has(placeId)),
  )
}

/** Reads rows as one text, which is ten times faster than as many rows. */
async function linesOf(reading: Promise<QueryResult<unknown>>): Promise<string[][]> {
  const [row] = (await reading).rows as { lines: string | null }[]
  return row?.lines ? row.lines.split('\n').map((line) => line.split('\t')) : []
}

function zipSuggestion({ zip, city, state }: Zip): LocationSuggestion {
  return { label: `${zip} – ${city}, ${state}`, zip, city, state, kind: 'zip' }
}

function zipPlace({ zip, placeId, cityPlaceId }: Zip): Place {
  return { placeId, label: zip, kind: 'zip', zips: [placeId], cityId: cityPlaceId }
}

function mostPopulousFirst(cities: City[]): City[] {
  return [...new Set(cities)].toSorted((a, b) => b.population - a.population)
}
