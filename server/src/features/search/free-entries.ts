import { BOOKING_HOURS, DEFAULT_BOOKING_HOURS } from '#contract/product.ts'
import type { SearchFilters } from '#contract/search.ts'
import { ZoneClock } from '../time/zone-clock.ts'
import { compareIds } from './place-entries.ts'
import type { FoundEntry, FreeTotals, PlaceDay, PlaceEntries } from './place-entries.ts'
import { comparedNumbers } from './search.queries.ts'
import { filterOf, orderOf } from './sorted-entries.ts'
import { lengthBit, ZONES } from './time-keys.ts'
import { firstBits, halfHours } from './wanted-starts.ts'
import type { FoundBits, WantedStarts } from './wanted-starts.ts'

export type FreeEntry = FoundEntry & { free: FoundBits | null }

export type FreeEntries = {
  /** The wanted page of those who are free, or of those who have not stated their hours. */
  page: FreeEntry[]
  /** The first who have not stated their hours. */
  mayBeFree: FoundEntry[]
  freeTotal: number
  mayBeFreeTotal: number
}

/**
 * The search by time over entries in memory: the same as the statement of `timed-search.queries.ts` finds. `days` of
 * the places hold every asked day. rule: search-by-time
 */
export function findFreeEntries(
  places: readonly PlaceEntries[],
  filters: SearchFilters,
  wanted: WantedStarts,
  now: number,
  mayBeFreeShown: number,
): FreeEntries {
  const { page, page_size: size } = filters
  const isFreeList = filters.availability !== 'may_be_free'
  const end = page * size
  const ends = isFreeList ? { free: end, mayBeFree: mayBeFreeShown } : { free: 0, mayBeFree: end }
  const found = places.map((place) => matchesOf(place, filters, wanted, now, ends))
  const merged = (list: 'free' | 'mayBeFree') =>
    found.flatMap((one) => one[list]).toSorted(byKeyAndId)
  const listed = merged(isFreeList ? 'free' : 'mayBeFree').slice(end - size, end)
  return {
    page: listed.map(({ place, entry, free }) => ({ place, entry, free: free() })),
    mayBeFree: isFreeList ? merged('mayBeFree').slice(0, mayBeFreeShown) : [],
    freeTotal: found.reduce((sum, { totals }) => sum + totals.free, 0),
    mayBeFreeTotal: found.reduce((sum, { totals }) => sum + totals.mayBeFree, 0),
  }
}

type Match = FoundEntry & { key: number; free: () => FoundBits | null }

function byKeyAndId(a: Match, b: Match): number {
  return a.key - b.key || compareIds(a, b)
}

/** The first matches of a place, at most `ends` of each list, and how many there are. */
function matchesOf(
  place: PlaceEntries,
  filters: SearchFilters,
  wanted: WantedStarts,
  now: number,
  ends: { free: number; mayBeFree: number },
) {
  const { hours = DEFAULT_BOOKING_HOURS, sort_by: sort, service_type: service } = filters
  const { stated, zone, lengths } = place.smallInts
  const { firstDay } = place.ints
  const zones = ZONES.map((_, index) =>
    place.zones.has(index + 1) ? zoneStarts(place, wanted, index + 1, now) : undefined,
  )
  const passes = filterOf(place, { ...filters, hours })
  const length = lengthBit(hours)
  const starts = new StartsOfEntry(place, hours)
  const listOf = (entry: number): keyof FreeTotals | undefined => {
    const own = zones[zone[entry]! - 1]
    if (!own || (lengths[entry]! & length) === 0 || !passes(entry)) return undefined
    if (stated[entry]) {
      const isFree =
        starts.areOn(entry, own.first) ||
        (own.second !== undefined && starts.areOn(entry, own.second))
      return isFree ? 'free' : undefined
    }
    const off = own.noon.rows
    const isAway = firstDay[entry]! > own.noon.day || (off && off.rows[entry] !== -1)
    return isAway ? undefined : 'mayBeFree'
  }
  const totals = totalsOf(place, keyOf({ ...filters, hours }, wanted, now), listOf)
  const wantedOf = {
    free: Math.min(ends.free, totals.free),
    mayBeFree: Math.min(ends.mayBeFree, totals.mayBeFree),
  }
  const found = { free: [] as Match[], mayBeFree: [] as Match[] }
  const { order, keys, sign } = orderOf(place, sort, service)
  for (const entry of order) {
    const isFull = (list: keyof FreeTotals) => found[list].length === wantedOf[list]
    if (isFull('free') && isFull('mayBeFree')) break
    const list = listOf(entry)
    if (!list || isFull(list)) continue
    const own = zones[zone[entry]! - 1]!
    found[list].push({
      place,
      entry,
      key: sign * keys[entry]!,
      free: () => (list === 'free' ? foundBits(starts, entry, zone[entry]!, own) : null),
    })
  }
  return { ...found, totals }
}

/** All that the totals of a search by time depend on, besides the entries and their days. */
function keyOf(filters: SearchFilters, { date, homeNumber }: WantedStarts, now: number): string {
  const { time, part, hours, service_type: service, instant } = filters
  const compared = comparedNumbers(filters)
  return JSON.stringify([
    date,
    homeNumber,
    time,
    part,
    hours,
    service,
    instant,
    halfHours(now),
    compared,
  ])
}

/** A total with its key takes about 500 bytes. */
const TOTALS_MAX = 40

/** Counted once for each key, as long as entries and days are current. */
function totalsOf(
  place: PlaceEntries,
  key: string,
  listOf: (entry: number) => keyof FreeTotals | undefined,
): FreeTotals {
  const known = place.freeTotals.get(key)
  if (known) return known
  const totals = { free: 0, mayBeFree: 0 }
  for (let entry = 0; entry < place.count; entry++) {
    const list = listOf(entry)
    if (list) totals[list]++
  }
  // The oldest: its half hour may be over.
  if (place.freeTotals.size === TOTALS_MAX) {
    place.freeTotals.delete(place.freeTotals.keys().next().value!)
  }
  place.freeTotals.set(key, totals)
  return totals
}

function foundBits(
  starts: StartsOfEntry,
  entry: number,
  zone: number,
  { first, second }: ZoneStarts,
): FoundBits {
  const bitsOn = (day: DayStarts | undefined) =>
    day && starts.areOn(entry, day) ? starts.bits : 0n
  const isPlan = (day: DayStarts | undefined) => !day?.rows || day.rows.rows[entry] === -1
  return {
    zone,
    bits: [bitsOn(first), bitsOn(second)],
    isPlan: [isPlan(first), isPlan(second)],
  }
}

/** Computes at which wanted starts of an own day an entry is free. */
class StartsOfEntry {
  readonly #place: PlaceEntries
  readonly #hours: number
  readonly #length: number
  #low = 0
  #high = 0

  constructor(place: PlaceEntries, hours: number) {
    this.#place = place
    this.#hours = hours
    this.#length = BOOKING_HOURS.findIndex((length) => length === hours)
  }

  /** The starts of the last day that was asked for. */
  get bits(): bigint {
    return (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0)
  }

  /** Whether there is one. Bits are pairs of 32, because numbers of 64 would be allocated for each entry. */
  areOn(entry: number, day: DayStarts): boolean {
    const { ints, smallInts } = this.#place
    if (ints.firstDay[entry]! > day.day || smallInts.horizonDays[entry]! < day.ahead) return false
    const row = day.rows ? day.rows.rows[entry]! : -1
    const { low, high, from } = row === -1 ? day.plan : day.elapsed
    if (row === -1) this.#readPlan(entry, day.weekday)
    else this.#readRow(day.rows!.starts[this.#length]!, row)
    // Nothing before the notice.
    const first = from + 2 * smallInts.noticeHours[entry]!
    this.#low &= low & (first <= 0 ? -1 : first >= 32 ? 0 : -1 << first)
    this.#high &= high & (first <= 32 ? -1 : first >= 64 ? 0 : -1 << (first - 32))
    return (this.#low | this.#high) !== 0
  }

  #readRow(starts: Int32Array, row: number): void {
    this.#low = starts[2 * row]!
    this.#high = starts[2 * row + 1]!
  }

  /** The half hours at which a visit can begin: those at which each of its hours is open. */
  #readPlan(entry: number, weekday: number): void {
    const plan = this.#place.plans[weekday]!
    let [low, high] = [plan[2 * entry]!, plan[2 * entry + 1]!]
    low &= (low >>> 1) | (high << 31)
    high &= high >>> 1
    let [startsLow, startsHigh] = [low, high]
    for (let cells = 2; cells < 2 * this.#hours; cells += 2) {
      startsLow &= (low >>> cells) | (high << (32 - cells))
      startsHigh &= high >>> cells
    }
    this.#low = startsLow
    this.#high = startsHigh
  }
}

/** Wanted starts of an own day. `from`: the first half hour that is not over. */
type Bits = { low: number; high: number; from: number }
type DayStarts = {
  day: number
  /** The days from today to this one. */
  ahead: number
  /** 0 is Monday. */
  weekday: number
  plan: Bits
  elapsed: Bits
  /** Who has another day than the plan says. */
  rows: PlaceDay | undefined
}
type ZoneStarts = { first: DayStarts; second: DayStarts | undefined; noon: DayStarts }

function zoneStarts(
  place: PlaceEntries,
  wanted: WantedStarts,
  number: number,
  now: number,
): ZoneStarts {
  const zone = wanted.zones[number - 1]!
  const today = ZoneClock.of(ZONES[number - 1]!).dayOf(now)
  const dayStarts = (which: 0 | 1): DayStarts => {
    const day = zone.firstDay + which
    const from = firstBits(zone, which, now)
    const bitsOf = (kind: 'plan' | 'elapsed'): Bits => {
      const bits = zone.bits[which][kind]
      return { low: Number(bits & 0xffff_ffffn) | 0, high: Number(bits >> 32n), from: from[kind] }
    }
    return {
      day,
      ahead: day - today,
      weekday: (((day + 3) % 7) + 7) % 7,
      plan: bitsOf('plan'),
      elapsed: bitsOf('elapsed'),
      rows: place.days.get(day),
    }
  }
  const first = dayStarts(0)
  const isNoonLater = zone.noonDay !== zone.firstDay
  const second = zone.bits[1].plan !== 0n || isNoonLater ? dayStarts(1) : undefined
  return { first, second, noon: (isNoonLater && second) || first }
}
