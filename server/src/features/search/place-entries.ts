import type { WantedStarts } from './wanted-starts.ts'

/** Versions of a place, read by the same statement as what they belong to. */
export type PlaceVersions = { cards: bigint; times: bigint }

/**
 * Search entries, one array for each column, in the order of the professionals' ids. Bits are pairs of 32 each, the
 * lower ones first.
 */
export type EntryColumns = {
  count: number
  /** 16 bytes for each entry. */
  ids: Buffer
  ints: Record<IntColumn, Int32Array>
  smallInts: Record<SmallIntColumn, Int16Array>
  createdAt: Float64Array
  /** Monday to Sunday. */
  plans: Int32Array[]
  /** In the order of SERVICE_TYPES. */
  serviceRates: Int32Array[]
  serviceMinimums: Int16Array[]
}

/** The search entries of a place, and what was computed from them. rule: search-time-entries */
export type PlaceEntries = EntryColumns & {
  versions: PlaceVersions
  /** The numbers of its changes, whose sum is the version of its cards. */
  changes: Set<bigint>
  /** The zones of its entries. */
  zones: Set<number>
  /** The days that were asked for. */
  days: Map<number, PlaceDay>
  orders: Map<string, SortedOrder>
  /** How many entries pass a set of filters. */
  totals: Map<string, FilteredTotal>
  /** The totals of searches by time, until an entry or a day changes. */
  freeTotals: Map<string, FreeTotals>
}

/** An entry of a place, by its number. */
export type FoundEntry = { place: PlaceEntries; entry: number }

/** The entries in the order of a sort, and those with equal keys by id. `sign` 1: ascending. */
export type SortedOrder = {
  order: Int32Array
  keys: Int32Array | Int16Array | Float64Array
  sign: 1 | -1
}

type FilteredTotal = { total: number; passes: (entry: number) => boolean }

/** How many are free, and how many have not stated their hours. */
export type FreeTotals = { free: number; mayBeFree: number }

/** Columns, and the SQL that reads each. */
export const INT_COLUMNS = {
  rateCents: 'rate_cents',
  ratingKey: 'rating_key',
  firstDay: 'first_day',
} as const
export const SMALL_INT_COLUMNS = {
  services: 'services',
  frequencies: 'frequencies',
  rating: 'rating',
  yearsKey: 'years_key',
  languages: 'languages',
  traits: 'traits',
  stated: 'stated::integer',
  instant: 'instant::integer',
  zone: 'zone',
  noticeHours: 'notice_hours',
  horizonDays: 'horizon_days',
  lengths: 'lengths',
} as const
type IntColumn = keyof typeof INT_COLUMNS
type SmallIntColumn = keyof typeof SMALL_INT_COLUMNS

/** The rows of `search_days` of one day. */
export type PlaceDay = {
  /** For each entry the number of its row, or -1. */
  rows: Int32Array
  /** For each length of a visit, the starts of each row. */
  starts: Int32Array[]
}

/** Joins the rows of a day to the entries. Both are in the order of the professionals' ids. */
export function placeDay(
  { count, ids }: Pick<PlaceEntries, 'count' | 'ids'>,
  rowIds: Buffer,
  starts: Int32Array[],
): PlaceDay {
  const rows = new Int32Array(count).fill(-1)
  const last = rowIds.length / ID_BYTES
  for (let entry = 0, row = 0; entry < count && row < last;) {
    const order = ids.compare(
      rowIds,
      row * ID_BYTES,
      (row + 1) * ID_BYTES,
      entry * ID_BYTES,
      (entry + 1) * ID_BYTES,
    )
    if (order === 0) rows[entry] = row
    if (order <= 0) entry++
    if (order >= 0) row++
  }
  return { rows, starts }
}

export const ID_BYTES = 16

export function idOf({ place, entry }: FoundEntry): string {
  return place.ids.toString('hex', entry * ID_BYTES, (entry + 1) * ID_BYTES)
}

export function compareIds(a: FoundEntry, b: FoundEntry): number {
  const [from, other] = [a.entry * ID_BYTES, b.entry * ID_BYTES]
  return a.place.ids.compare(b.place.ids, other, other + ID_BYTES, from, from + ID_BYTES)
}

const ENTRY_BYTES = 190
const DAY_ROW_BYTES = 6 * 8

/** What a place takes in memory, with all of its orders. */
export function bytesOf({ count, days }: PlaceEntries): number {
  let bytes = 40_000 + count * ENTRY_BYTES
  for (const { rows, starts } of days.values()) {
    bytes += rows.byteLength + (starts[0]!.length / 2) * DAY_ROW_BYTES
  }
  return bytes
}

/** The own days that these wanted starts lie on, for the zones of a place. */
export function askedDays({ zones }: PlaceEntries, wanted: WantedStarts): Set<number> {
  const days = new Set<number>()
  for (const zone of zones) {
    const { firstDay, noonDay, bits } = wanted.zones[zone - 1]!
    days.add(firstDay)
    if (bits[1].plan !== 0n || noonDay !== firstDay) days.add(firstDay + 1)
  }
  return days
}
