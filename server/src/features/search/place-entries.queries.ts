import type pg from 'pg'
import { BOOKING_HOURS, SERVICE_TYPES } from '#contract/product.ts'
import type { Queries } from '#server/db/replicas.ts'
import { ID_BYTES, INT_COLUMNS, placeDay, SMALL_INT_COLUMNS } from './place-entries.ts'
import type { EntryColumns, PlaceDay, PlaceEntries, PlaceVersions } from './place-entries.ts'
import type { PlaceChanges } from './changed-entries.ts'

const versionsSql = (place: string) => `(
    select coalesce(array_agg(number::text), '{}') from place_changes where place_id = ${place}
  ), (
    select coalesce(bit_xor(number), 0)::text from place_time_changes where place_id = ${place}
  )`
const VERSIONS_SQL = versionsSql('$1::integer')

const SERVICE_NUMBERS = SERVICE_TYPES.map((_, index) => index + 1)

/**
 * The columns are sent as bytes: PostgreSQL joins the values of each, and nothing is parsed here. `replaceEntry` reads
 * those of one entry in this order.
 */
const COLUMNS = {
  ids: 'uuid_send(entry.professional_id)',
  ...sentAs('int4send', INT_COLUMNS),
  ...sentAs('int2send', SMALL_INT_COLUMNS, 'smallint'),
  createdAt: 'float8send((extract(epoch from created_at) * 1000000)::float8)',
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((day) => [`plan${day}`, `int8send(plan_${day})`]),
  ),
  ...Object.fromEntries(
    SERVICE_NUMBERS.map((number) => [
      `rate${number}`,
      `int4send(coalesce(service_rates[${number}], rate_cents))`,
    ]),
  ),
  ...Object.fromEntries(
    SERVICE_NUMBERS.map((number) => [
      `minimum${number}`,
      `int2send(coalesce(service_minimums[${number}], 1::smallint))`,
    ]),
  ),
}

/** Without the inner selects PostgreSQL knows how many there are, and plans the statement anew for each number. */
const CHANGED_ENTRIES_SQL = `
  select ${versionsSql('asked.place')}, (
    select coalesce(json_agg(json_build_array(number::text, encode(uuid_send(added.professional_id), 'hex'), is_card,
      encode(${Object.values(COLUMNS).join(' || ')}, 'hex'))), '[]')
    from (
      select number, professional_id, is_card from place_changes
      where place_id = asked.place and (place_id, number) not in (
        select * from unnest((select $2::integer[]), (select $3::bigint[])))
    ) as added left join search_entries as entry
      on not is_card and entry.place_id = asked.place and entry.professional_id = added.professional_id
  )
  from unnest((select $1::integer[])) with ordinality as asked (place, position)
  order by position`

function sentAs(send: string, columns: Record<string, string>, type?: string) {
  return Object.fromEntries(
    Object.entries(columns).map(([name, sql]) => [
      name,
      `${send}(${type ? `(${sql})::${type}` : sql})`,
    ]),
  )
}

function columnsSql(columns: Record<string, string>): string {
  return Object.values(columns)
    .map((sql) => `coalesce(string_agg(${sql}, ''), '')`)
    .join(', ')
}

type Versions = [changes: string[], times: string]
type Versioned = [...Versions, ...columns: Buffer[]]

const versionsOf = ([changes, times]: Versioned | Versions): PlaceVersions => ({
  cards: changes.reduce((version, number) => version ^ BigInt(number), 0n),
  times: BigInt(times),
})

export async function placeVersions(pool: pg.Pool, placeId: number): Promise<PlaceVersions> {
  const { rows } = await pool.query<Versions>({
    name: 'place-versions',
    rowMode: 'array',
    text: `select ${VERSIONS_SQL}`,
    values: [placeId],
  })
  return versionsOf(rows[0]!)
}

/** Reads all search entries of a place, and its versions. */
export async function readPlace(pool: pg.Pool, placeId: number): Promise<PlaceEntries> {
  const { rows } = await pool.query<Versioned>({
    name: 'place-entries',
    rowMode: 'array',
    text: `select ${VERSIONS_SQL}, ${columnsSql(COLUMNS)}
      from (select * from search_entries where place_id = $1::integer order by professional_id) as entry`,
    values: [placeId],
  })
  const [changes, times, ...columns] = rows[0]!
  const entries = entriesOf(columns)
  const zones = new Set(entries.smallInts.zone)
  // 0: their times are not written yet.
  zones.delete(0)
  return {
    ...entries,
    changes: new Set(changes.map(BigInt)),
    versions: versionsOf([changes, times]),
    zones,
    days: new Map(),
    orders: new Map(),
    totals: new Map(),
    freeTotals: new Map(),
  }
}

/**
 * Reads what has changed in these places since they had their changes, and the present entries of whose entry changed.
 * rule: search-cached-answers
 */
export async function readPlaceChanges(
  queries: Queries,
  places: readonly { id: number; changes: ReadonlySet<bigint> }[],
): Promise<PlaceChanges[]> {
  const known = places.flatMap(({ id, changes }) =>
    [...changes].map((number) => [id, String(number)] as const),
  )
  type Row = [
    ...Versions,
    added: [number: string, id: string | null, isCard: boolean, entry: string | null][],
  ]
  const { rows } = await queries.query<Row>({
    name: 'changed-entries',
    rowMode: 'array',
    text: CHANGED_ENTRIES_SQL,
    values: [
      `{${places.map(({ id }) => id).join()}}`,
      `{${known.map(([id]) => id).join()}}`,
      `{${known.map(([, number]) => number).join()}}`,
    ],
  })
  return rows.map(([numbers, times, added]) => ({
    changes: new Set(numbers.map(BigInt)),
    versions: versionsOf([numbers, times]),
    added: added.map(([number, id, isCard, entry]) => ({
      number: BigInt(number),
      id: id ?? undefined,
      isCard,
      entry: entry === null ? undefined : Buffer.from(entry, 'hex'),
    })),
  }))
}

function entriesOf(columns: Buffer[]): EntryColumns {
  const sent = Object.fromEntries(
    Object.keys(COLUMNS).map((name, index) => [name, columns[index] as Buffer]),
  )
  const column = (name: string) => sent[name]!
  const smallInts = read(SMALL_INT_COLUMNS, (name) => int16(column(name)))
  return {
    count: column('ids').length / ID_BYTES,
    ids: column('ids'),
    ints: read(INT_COLUMNS, (name) => int32(column(name))),
    smallInts,
    createdAt: float64(column('createdAt')),
    plans: [1, 2, 3, 4, 5, 6, 7].map((day) => bits(column(`plan${day}`))),
    serviceRates: SERVICE_NUMBERS.map((number) => int32(column(`rate${number}`))),
    serviceMinimums: SERVICE_NUMBERS.map((number) => int16(column(`minimum${number}`))),
  }
}

function read<Name extends string, Value>(
  columns: Record<Name, string>,
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  const names = Object.keys(columns) as Name[]
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
}

/** Reads a day of a place, and the versions that the place had then. */
export async function readPlaceDay(
  pool: pg.Pool,
  placeId: number,
  entries: PlaceEntries,
  day: number,
): Promise<{ versions: PlaceVersions; day: PlaceDay }> {
  const columns = {
    ids: 'uuid_send(professional_id)',
    ...Object.fromEntries(
      BOOKING_HOURS.map((hours) => [`starts${hours}`, `int8send(starts_${hours})`]),
    ),
  }
  const { rows } = await pool.query<Versioned>({
    name: 'place-day',
    rowMode: 'array',
    text: `select ${VERSIONS_SQL}, ${columnsSql(columns)}
      from (
        select * from search_days where place_id = $1::integer and day = $2::integer order by professional_id
      ) as day`,
    values: [placeId, day],
  })
  const [, , ids, ...starts] = rows[0]!
  return { versions: versionsOf(rows[0]!), day: placeDay(entries, ids as Buffer, starts.map(bits)) }
}

/** A copy with an alignment and a byte order that typed arrays can read. */
function copied(sent: Buffer, swap: (bytes: Buffer) => Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(sent.length)
  const bytes = Buffer.from(copy)
  sent.copy(bytes)
  swap(bytes)
  return copy
}
const int16 = (sent: Buffer) => new Int16Array(copied(sent, (bytes) => bytes.swap16()))
const int32 = (sent: Buffer) => new Int32Array(copied(sent, (bytes) => bytes.swap32()))
const float64 = (sent: Buffer) => new Float64Array(copied(sent, (bytes) => bytes.swap64()))
/** Pairs of 32 bits, the lower ones first. */
const bits = (sent: Buffer) => new Int32Array(copied(sent, (bytes) => bytes.swap64()))
