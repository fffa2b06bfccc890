import { ID_BYTES } from './place-entries.ts'
import type { EntryColumns, PlaceEntries, PlaceVersions, SortedOrder } from './place-entries.ts'

/** What a place shows now, and what has changed since its entries were read into memory. */
export type PlaceChanges = {
  versions: PlaceVersions
  changes: Set<bigint>
  added: AddedChange[]
}

type AddedChange = {
  number: bigint
  /** Whose entry changed, or only card (`isCard`). Without one: of anybody. */
  id: string | undefined
  isCard: boolean
  /** The present entry of whose entry changed, as it is sent. */
  entry: Buffer | undefined
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
  const added = read.added.filter(({ number }) => number !== replaced)
  if (replaced !== 0n && added.length === read.added.length) return undefined
  if (added.some(({ id, isCard }) => !id && !isCard)) return undefined
  const moves = added.flatMap(({ id, isCard, entry }) =>
    id && !isCard ? [{ sent: entry, to: entryOf(place, id) }] : [],
  )
  if (moves.some(({ sent, to }) => (sent === undefined) !== (to === -1))) return undefined
  for (const { sent, to } of moves) if (sent) replaceEntry(place, to, sent)
  const isTimeChanged = place.versions.times !== read.versions.times
  if (isTimeChanged) place.days.clear()
  if (isTimeChanged || moves.length > 0) place.freeTotals.clear()
  place.versions = read.versions
  place.changes = read.changes
  return added.every(({ id }) => id) ? new Set(added.flatMap(({ id }) => id ?? [])) : 'any'
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

function replaceEntry(place: PlaceEntries, entry: number, sent: Buffer): void {
  for (const total of place.totals.values()) if (total.passes(entry)) total.total--
  let at = ID_BYTES
  for (const { values, isPair } of columnsOf(place)) {
    if (isPair) {
      values[entry * 2] = sent.readInt32BE(at + 4)
      values[entry * 2 + 1] = sent.readInt32BE(at)
      at += 8
    } else {
      values[entry] = readNumber(values, sent, at)
      at += values.BYTES_PER_ELEMENT
    }
  }
  for (const total of place.totals.values()) if (total.passes(entry)) total.total++
  const zone = place.smallInts.zone[entry]!
  if (zone !== 0) place.zones.add(zone)
  for (const sorted of place.orders.values()) sortAgain(sorted, entry)
}

type Column = { values: Int32Array | Int16Array | Float64Array; isPair: boolean }

function readNumber(values: Column['values'], sent: Buffer, at: number): number {
  if (values instanceof Int16Array) return sent.readInt16BE(at)
  return values instanceof Int32Array ? sent.readInt32BE(at) : sent.readDoubleBE(at)
}

/** The columns beside the ids, in the order in which an entry is sent. */
function columnsOf(place: EntryColumns): Column[] {
  const single = (values: Column['values']) => ({ values, isPair: false })
  return [
    ...[...Object.values(place.ints), ...Object.values(place.smallInts), place.createdAt].map(
      single,
    ),
    ...place.plans.map((values) => ({ values, isPair: true })),
    ...[...place.serviceRates, ...place.serviceMinimums].map(single),
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
