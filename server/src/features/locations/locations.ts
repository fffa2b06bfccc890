import type { LocationSuggestion } from '#contract/locations.ts'
import { readAsCity } from './city-text.ts'
import type { CityReading } from './city-text.ts'
import type { Point } from './distance.ts'
import { PrefixIndex } from './prefix-index.ts'
import { statesBeginningWith, statesCalled } from './states.ts'
import { zipIn, zipPrefixIn } from './zip-text.ts'

/** A ZIP. `placeId` is the ZIP as a number, `cityPlaceId` the place of its city; `timeZone` is an IANA name. */
export type Zip = Point & {
  zip: string
  city: string
  state: string
  timeZone: string
  placeId: number
  cityPlaceId: number
}

/** A city with its people and its name's key (see place-key.ts). */
export type City = { placeId: number; name: string; state: string; key: string; population: number }

export type CityWithZips = City & { zips: Zip[] }

/** A place that can be served (decision 11). `zips` are the ZIPs it covers, as place ids; `cityId` is the place of its city, or its own. */
export type Place = {
  placeId: number
  label: string
  kind: 'zip' | 'city'
  zips: number[]
  cityId: number
}

const SUGGESTIONS_MAX = 10
/** How many cities of exactly the typed name are shown however small: Bell beside Bellevue and Bellingham. */
const NAMESAKES_MAX = 3
const TEXT_LENGTH_MAX = 100

/** The United States' ZIPs and cities in memory; made by `loadPlaceIndex`. */
export class Places {
  readonly #zips: PrefixIndex<Zip>
  readonly #cities: PrefixIndex<City>
  readonly #citiesById: Map<number, City>
  readonly #zipsByCity: Map<number, Zip[]>

  /** Both lists come most populous first. */
  constructor(zips: Zip[], cities: City[]) {
    this.#zips = new PrefixIndex(zips, ({ zip }) => zip)
    this.#cities = new PrefixIndex(cities, ({ key }) => key)
    this.#citiesById = new Map(cities.map((city) => [city.placeId, city]))
    this.#zipsByCity = Map.groupBy(zips, ({ cityPlaceId }) => cityPlaceId)
  }

  /** At most ten ZIPs or cities that begin with a text of two characters or more, most populous first (client spec 5, 7). */
  suggest(text: string): LocationSuggestion[] {
    const typed = text.trim().slice(0, TEXT_LENGTH_MAX)
    if (typed.length < 2) return []
    const prefix = zipPrefixIn(typed)
    if (prefix === undefined)
      return this.#citiesFor(typed).map((city) => this.#citySuggestion(city))
    return this.#zips.beginningWith(prefix).slice(0, SUGGESTIONS_MAX).map(zipSuggestion)
  }

  /** The place in '78701', 'Austin, TX' or 'Austin', the most populous of its name (decision 11); undefined if there is none. */
  find(text: string): Place | undefined {
    const typed = text.slice(0, TEXT_LENGTH_MAX)
    const zip = this.zipOf(typed)
    if (zip) return zipPlace(zip)
    const { plain, withState } = readAsCity(typed)
    for (const reading of [plain, ...withState]) {
      const [city] = this.#called(reading, statesCalled(reading.stateKey))
      if (city) return this.#cityPlace(city)
    }
    return undefined
  }

  /** The ZIP in a text; ZIP+4 and spaces are understood (decision 12). Undefined if the text holds no ZIP of the United States. */
  zipOf(text: string): Zip | undefined {
    const zip = zipIn(text.slice(0, TEXT_LENGTH_MAX))
    return zip === undefined ? undefined : this.#zips.called(zip)[0]
  }

  /** The city of this place id with its ZIPs, most populous first; undefined for other places. */
  city(placeId: number): CityWithZips | undefined {
    const city = this.#citiesById.get(placeId)
    return city && { ...city, zips: this.#zipsByCity.get(placeId) ?? [] }
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
    const missed = namesakes.slice(0, NAMESAKES_MAX).filter((city) => !shown.includes(city))
    return [...shown.slice(0, SUGGESTIONS_MAX - missed.length), ...missed]
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

  #citySuggestion({ placeId, name, state }: City): LocationSuggestion {
    const zip = this.#zipsByCity.get(placeId)![0]!.zip
    return { label: `${name}, ${state}`, zip, city: name, state, kind: 'city' }
  }

  #cityPlace({ placeId, name, state }: City): Place {
    const zips = this.#zipsByCity.get(placeId)!.map((zip) => zip.placeId)
    return { placeId, label: `${name}, ${state}`, kind: 'city', zips, cityId: placeId }
  }
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
