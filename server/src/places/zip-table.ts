import type { City, Zip } from './locations.ts'

/** The stored values of a ZIP, in the order of the columns. */
export type ZipRow = readonly [
  placeId: number,
  cityPlaceId: number,
  latitude: number,
  longitude: number,
  timeZone: string,
]

const DIGITS = 5
/** A limit above the number of rows, and small enough that a value and a row are one exact number. */
const ROWS_MAX = 2 ** 20

/**
 * All ZIPs as columns of numbers: 1.3 MB. One object for each ZIP would take ten times that. A ZIP becomes an object
 * when somebody asks for it.
 */
export class ZipTable {
  readonly #placeIds: Int32Array
  readonly #cityIds: Int32Array
  readonly #latitudes: Float64Array
  readonly #longitudes: Float64Array
  readonly #zones: Uint8Array
  readonly #zoneNames: string[]
  /** The numbers of the rows, by place id, and by city. Rows of one city keep their order. */
  readonly #byPlace: Int32Array
  readonly #byCity: Int32Array
  readonly #cities: ReadonlyMap<number, City>

  /** The rows are sorted by population, largest first. */
  constructor(rows: readonly ZipRow[], cities: ReadonlyMap<number, City>) {
    this.#placeIds = Int32Array.from(rows, ([placeId]) => placeId)
    this.#cityIds = Int32Array.from(rows, ([, cityPlaceId]) => cityPlaceId)
    this.#latitudes = Float64Array.from(rows, ([, , latitude]) => latitude)
    this.#longitudes = Float64Array.from(rows, ([, , , longitude]) => longitude)
    this.#zoneNames = [...new Set(rows.map((row) => row[4]))]
    const numbers = new Map(this.#zoneNames.map((name, number) => [name, number]))
    this.#zones = Uint8Array.from(rows, (row) => numbers.get(row[4])!)
    this.#byPlace = sortedBy(this.#placeIds)
    this.#byCity = sortedBy(this.#cityIds)
    this.#cities = cities
  }

  called(zip: string): Zip | undefined {
    return this.beginningWith(zip)[0]
  }

  /** At most `max` ZIPs that begin with these digits, most populous first. */
  beginningWith(digits: string, max = Infinity): Zip[] {
    const unit = 10 ** (DIGITS - digits.length)
    const first = Number(digits) * unit
    const rows = rowsBetween(this.#byPlace, this.#placeIds, first, first + unit).toSorted()
    return Array.from(rows.slice(0, max), (row) => this.#zip(row))
  }

  /** The ZIPs of a city, most populous first. */
  of(city: City): Zip[] {
    return Array.from(this.#rowsOf(city), (row) => this.#zip(row))
  }

  mostPopulousOf(city: City): Zip {
    return this.#zip(this.#rowsOf(city)[0]!)
  }

  placeIdsOf(city: City): number[] {
    return Array.from(this.#rowsOf(city), (row) => this.#placeIds[row]!)
  }

  #rowsOf({ placeId }: City): Int32Array {
    return rowsBetween(this.#byCity, this.#cityIds, placeId, placeId + 1)
  }

  #zip(row: number): Zip {
    const placeId = this.#placeIds[row]!
    const cityPlaceId = this.#cityIds[row]!
    const { name, state } = this.#cities.get(cityPlaceId)!
    return {
      zip: String(placeId).padStart(DIGITS, '0'),
      city: name,
      state,
      latitude: this.#latitudes[row]!,
      longitude: this.#longitudes[row]!,
      timeZone: this.#zoneNames[this.#zones[row]!]!,
      placeId,
      cityPlaceId,
    }
  }
}

/**
 * The numbers of the rows, sorted by a column of ids from 0 on. Numbers sort ten times faster than with a function that
 * compares.
 */
function sortedBy(column: Int32Array): Int32Array {
  const both = Float64Array.from(column, (value, row) => value * ROWS_MAX + row).sort()
  return Int32Array.from(both, (number) => number % ROWS_MAX)
}

/** The rows whose value in the column is at least `from` and below `to`. */
function rowsBetween(rows: Int32Array, column: Int32Array, from: number, to: number): Int32Array {
  return rows.subarray(
    firstAtLeast(rows.length, (index) => column[rows[index]!]! < from),
    firstAtLeast(rows.length, (index) => column[rows[index]!]! < to),
  )
}

/** The first index below `length` that is not before. Binary search. */
function firstAtLeast(length: number, isBefore: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
