import { ID_BYTES } from './place-entries.ts'
import type { EntryColumns, PlaceEntries, PlaceVersions, SortedOrder } from './place-entries.ts'

/** What a place shows now, and what has changed since its entries were read into memory. */
export type PlaceChanges = {
  versions: PlaceVersions
  changes: Set<bigint>
  /** `id`: whose entry changed, or only card (`is_card`). Without one: of anybody. */
  added: { number: string; id: string | null; is_card: boolean }[]
  /** The present entries of those whose entry changed. */
  entries: EntryColumns
}

/**
 * Brings entries in memory up to date, and returns whose cards have changed. Returns undefined, and changes nothing, if
 * somebody has begun or ceased to serve the place or the changes do not say whose entries they changed. Then the place
 * must be read again. rule: search-cached-answers
 */
export function applyChanges(
  place: PlaceEntries,
  read: PlaceChanges,
): ReadonlySet<string> | 'any' | undefined {
  // The row that replaces many has the sum of their numbers: it stands for changes that are known.
  const replaced = xor([...place.changes].filter((number) => !read.changes.has(number)))
  const added = read.added.filter(({ number }) => BigInt(number) !== replaced)
  if (replaced !== 0n && added.length === read.added.length) return undefined
  if (added.some(({ id, is_card: isCard }) => !id && !isCard)) return undefined
  const idsOf = (changes: typeof added) => new Set(changes.flatMap(({ id }) => id ?? []))
  const ids = idsOf(added.filter(({ is_card: isCard }) => !isCard))
  const moves = [...ids].map((id) => ({ from: entryOf(read.entries, id), to: entryOf(place, id) }))
  if (moves.some(({ from, to }) => (from === -1) !== (to === -1))) return undefined
  for (const { from, to } of moves) if (to !== -1) replaceEntry(place, to, read.entries, from)
  if (place.versions.times !== read.versions.times) place.days.clear()
  place.versions = read.versions
  place.changes = read.changes
  return added.every(({ id }) => id) ? idsOf(added) : 'any'
}

const xor = (numbers: bigint[]) => numbers.reduce((sum, number) => sum ^ number, 0n)

/** The number of a professional's entry, or -1. */
export function entryOf(place: EntryColumns, id: string): number {
  const wanted = Buffer.from(id, 'hex')
  let [low, high] = [0, place.count - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const at = middle * ID_BYTES
    const order = place.ids.compare(wanted, 0, ID_BYTES, at, at + ID_BYTES)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

function replaceEntry(place: PlaceEntries, entry: number, source: EntryColumns, from: number) {
  for (const total of place.totals.values()) if (total.passes(entry)) total.total--
  const columns = columnsOf(source)
  for (const [index, { values, width }] of columnsOf(place).entries()) {
    const replacing = columns[index]!.values
    for (let part = 0; part < width; part++) {
      values[entry * width + part] = replacing[from * width + part]!
    }
  }
  for (const total of place.totals.values()) if (total.passes(entry)) total.total++
  const zone = place.smallInts.zone[entry]!
  if (zone !== 0) place.zones.add(zone)
  for (const sorted of place.orders.values()) sortAgain(sorted, entry)
}

type Column = { values: Int32Array | Int16Array | Float64Array; width: number }

function columnsOf(place: EntryColumns): Column[] {
  const single = [
    ...Object.values(place.ints),
    ...Object.values(place.smallInts),
    place.createdAt,
    ...place.serviceRates,
    ...place.serviceMinimums,
  ]
  return [
    ...single.map((values) => ({ values, width: 1 })),
    ...place.plans.map((values) => ({ values, width: 2 })),
  ]
}

/** Moves one entry to where its key belongs now. */
function sortAgain({ order, keys, sign }: SortedOrder, entry: number): void {
  order.copyWithin(order.indexOf(entry), order.indexOf(entry) + 1)
  let [low, high] = [0, order.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = order[middle]!
    const isBefore = sign * (keys[other]! - keys[entry]!) || other - entry
    if (isBefore < 0) low = middle + 1
    else high = middle
  }
  order.copyWithin(low + 1, low, order.length - 1)
  order[low] = entry
}
