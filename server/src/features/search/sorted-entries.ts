import type { SearchFilters } from '#contract/search.ts'
import { compareIds } from './place-entries.ts'
import type { FoundEntry, PlaceEntries, SortedOrder } from './place-entries.ts'
import { serviceBit, serviceNumber } from './search-keys.ts'
import { comparedNumbers } from './search.queries.ts'

/** One page of a search without a time over entries in memory, and the exact total. rule: search-cached-answers */
export function findEntries(
  places: readonly PlaceEntries[],
  filters: SearchFilters,
): { page: FoundEntry[]; total: number } {
  const { page_size: size } = filters
  const end = filters.page * size
  const lists = places.map((place) => new SortedEntries(place, filters, end))
  skip(lists, end - size)
  const page: FoundEntry[] = []
  while (page.length < size) {
    const list = lists.reduce((first, other) => (other.isBefore(first) ? other : first))
    if (list.isOver) break
    page.push(list.found)
    list.position++
  }
  return { page, total: places.reduce((sum, place) => sum + totalOf(place, filters), 0) }
}

/** Leaves out the first ones of one or two lists together. With two it halves what is left to compare. */
function skip([first, second]: SortedEntries[], count: number): void {
  if (!first) return
  if (!second) {
    first.position = count
    return
  }
  let [low, high] = [Math.max(0, count - second.length), Math.min(count, first.length)]
  while (low < high) {
    const middle = (low + high) >> 1
    first.position = middle
    second.position = count - 1 - middle
    if (first.isBefore(second)) low = middle + 1
    else high = middle
  }
  first.position = low
  second.position = count - low
}

/** Whether somebody there offers cleaning after construction, whatever the filters are. */
export function offerPostConstruction(places: readonly PlaceEntries[]): boolean {
  const bit = serviceBit('post_construction')
  return places.some((place) => {
    const { services } = place.smallInts
    return countOf(place, 'post_construction', (entry) => (services[entry]! & bit) !== 0) > 0
  })
}

/** The entries of a place that pass, in the order of the sort. */
class SortedEntries {
  readonly #place: PlaceEntries
  readonly #found: Int32Array
  readonly #keys: SortedOrder['keys']
  readonly #sign: number
  position = 0

  constructor(place: PlaceEntries, filters: SearchFilters, most: number) {
    const { sort_by: sort, service_type: service } = filters
    const { order, keys, sign } = orderOf(place, sort, service)
    this.#place = place
    this.#keys = keys
    this.#sign = sign
    this.#found = isUnfiltered(filters)
      ? order.subarray(0, most)
      : firstOf(order, filterOf(place, filters), most)
  }

  get length(): number {
    return this.#found.length
  }

  get isOver(): boolean {
    return this.position >= this.#found.length
  }

  get found(): FoundEntry {
    return { place: this.#place, entry: this.#found[this.position]! }
  }

  get #key(): number {
    return this.#sign * this.#keys[this.#found[this.position]!]!
  }

  isBefore(other: SortedEntries): boolean {
    if (this.isOver || other.isOver) return !this.isOver
    const difference = this.#key - other.#key
    return difference < 0 || (difference === 0 && compareIds(this.found, other.found) < 0)
  }
}

function firstOf(order: Int32Array, passes: (entry: number) => boolean, most: number): Int32Array {
  const found = new Int32Array(Math.min(most, order.length))
  let count = 0
  for (const entry of order) {
    if (count === found.length) break
    if (passes(entry)) found[count++] = entry
  }
  return found.subarray(0, count)
}

function isUnfiltered(filters: SearchFilters): boolean {
  return (
    filters.instant !== 'true' &&
    Object.values(comparedNumbers(filters)).every((number) => number === undefined)
  )
}

function totalOf(place: PlaceEntries, filters: SearchFilters): number {
  if (isUnfiltered(filters)) return place.count
  const key = JSON.stringify([comparedNumbers(filters), filters.service_type, filters.instant])
  return countOf(place, key, filterOf(place, filters))
}

/** How many pass: counted once for each set of filters, as long as the entries are current. */
function countOf(place: PlaceEntries, key: string, passes: (entry: number) => boolean): number {
  const known = place.totals.get(key)
  if (known) return known.total
  let total = 0
  for (let entry = 0; entry < place.count; entry++) if (passes(entry)) total++
  if (place.totals.size < TOTALS_MAX) place.totals.set(key, { total, passes })
  return total
}

/** A total and its key take about 100 bytes. */
const TOTALS_MAX = 200

/** Whether an entry passes the filters that are not about the day. */
export function filterOf(place: PlaceEntries, filters: SearchFilters) {
  const { services, frequencies, rating, languages, traits, instant } = place.smallInts
  const { service_type: service } = filters
  const compared = comparedNumbers(filters)
  const rates = service ? place.serviceRates[serviceNumber(service) - 1]! : place.ints.rateCents
  const minimums = service && place.serviceMinimums[serviceNumber(service) - 1]
  const { serviceBit, frequencyBit, rateCentsMax, ratingMin, languageBit, traitBits } = compared
  const { minimumHours } = compared
  return (entry: number): boolean =>
    (serviceBit === undefined || (services[entry]! & serviceBit) !== 0) &&
    (frequencyBit === undefined || (frequencies[entry]! & frequencyBit) !== 0) &&
    (rateCentsMax === undefined || rates[entry]! <= rateCentsMax) &&
    (ratingMin === undefined || rating[entry]! >= ratingMin) &&
    (languageBit === undefined || (languages[entry]! & languageBit) !== 0) &&
    (traitBits === undefined || (traits[entry]! & traitBits) === traitBits) &&
    (minimumHours === undefined || !minimums || minimums[entry]! <= minimumHours) &&
    (filters.instant !== 'true' || instant[entry] === 1)
}

/** The entries in the order of a sort. It is computed once. */
export function orderOf(
  place: PlaceEntries,
  sort: SearchFilters['sort_by'],
  service: SearchFilters['service_type'],
): SortedOrder {
  const name = sort === 'price' && service ? `price ${service}` : sort
  const known = place.orders.get(name)
  if (known) return known
  const { keys, sign } = keysOf(place, sort, service)
  const order = Int32Array.from({ length: place.count }, (_, entry) => entry).sort(
    (a, b) => sign * (keys[a]! - keys[b]!) || a - b,
  )
  const sorted = { order, keys, sign }
  place.orders.set(name, sorted)
  return sorted
}

/** The numbers that a sort compares. */
function keysOf(
  place: PlaceEntries,
  sort: SearchFilters['sort_by'],
  service: SearchFilters['service_type'],
): Pick<SortedOrder, 'keys' | 'sign'> {
  switch (sort) {
    case 'rating':
      return { keys: place.ints.ratingKey, sign: -1 }
    case 'experience':
      return { keys: place.smallInts.yearsKey, sign: -1 }
    case 'newest':
      return { keys: place.createdAt, sign: -1 }
    case 'price': {
      const { rateCents } = place.ints
      return {
        keys: service ? place.serviceRates[serviceNumber(service) - 1]! : rateCents,
        sign: 1,
      }
    }
  }
}
