import { openDatabase } from '#server/db/db.ts'
import type { Database } from '#server/db/db.ts'
import { receiveLead } from '#server/features/billing/leads.ts'
import { fillWithPeople } from './bookings-data.ts'
import type { Person } from './bookings-data.ts'
import { printTable, withPostgres } from './harness.ts'
import { measureInTurns } from './times.ts'
import type { Times, TimesByVariant } from './times.ts'

/**
 * How many contacts that spend a credit are written per second: the server's function, compared with the same
 * transaction in raw SQL over the same connections. The two take turns within one run. DATABASE_URL names another
 * PostgreSQL.
 */
const CONNECTIONS = [2, 8]
const ROUNDS = 10
const ROUND_SECONDS = 0.6
const CLIENTS = 20_000
const PROFESSIONALS = 500
const VARIANTS = ['raw SQL', 'receiveLead'] as const
type Variant = (typeof VARIANTS)[number]
let next = 0

await withPostgres(async ({ createDatabase }) => {
  const database = openDatabase(await createDatabase('lustra_bench_leads'))
  try {
    await compare(database)
  } finally {
    await database.close()
  }
})

async function compare(database: Database): Promise<void> {
  const people = await fillWithPeople(database.kysely, CLIENTS, PROFESSIONALS, 0)
  const times = await measureInTurns(
    { rounds: ROUNDS, connections: CONNECTIONS, variants: VARIANTS },
    (variant, count, into) => measure(variant, count, into, database, people),
  )
  print(times)
  const { rows } = await database.pool.query(
    'select count(*)::int as leads, (select -sum(amount)::int from lead_ledger where kind = $1) as spent from leads',
    ['spent'],
  )
  console.log(`\n${rows[0].leads} leads, ${rows[0].spent} credits spent`)
}

/** A pair that has no lead yet. */
function newPair({ clients, professionals }: { clients: Person[]; professionals: Person[] }) {
  const place = next++
  return {
    professionalId: professionals[place % professionals.length]!.id,
    clientId: clients[(Math.floor(place / professionals.length) + place) % clients.length]!.id,
  }
}

async function measure(
  variant: Variant,
  count: number,
  into: Times,
  database: Database,
  people: { clients: Person[]; professionals: Person[] },
): Promise<void> {
  const contact = variant === 'raw SQL' ? contactByRawSql : contactByServer
  const workers = Array.from({ length: count }, () => () => contact(database, newPair(people)))
  await into.measure(workers, ROUND_SECONDS)
}

type Pair = ReturnType<typeof newPair>

async function contactByServer({ kysely }: Database, pair: Pair): Promise<void> {
  const isOpen = await kysely
    .transaction()
    .execute((tx) => receiveLead(tx, { ...pair, source: 'contact', at: new Date() }))
  if (!isOpen) throw new Error('A professional had no credit left for a new contact')
}

async function contactByRawSql(
  { pool }: Database,
  { professionalId, clientId }: Pair,
): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    await connection.query({
      name: 'raw_lead',
      text: `insert into leads (professional_id, client_id, source, created_at, waiting_since)
        values ($1, $2, 'contact', now(), now())`,
      values: [professionalId, clientId],
    })
    await connection.query({
      name: 'raw_open',
      text: 'select opened_at from leads where professional_id = $1 and client_id = $2',
      values: [professionalId, clientId],
    })
    await connection.query({
      name: 'raw_event',
      text: `with event as (
          insert into events (kind, subject_id, actor_id, data) values ('lead.received', $1, $2, '{"locked":false}') returning id
        )
        select graphile_worker.add_job('notify-money', json_build_object('event_id', id::text)) from event`,
      values: [professionalId, clientId],
    })
    await connection.query('commit')
  } finally {
    connection.release()
  }
}

function print(times: TimesByVariant<Variant>): void {
  const rows = CONNECTIONS.flatMap((count) =>
    VARIANTS.map((variant) => {
      const taken = times(variant, count)
      const ratio = (taken.perSecond / times('raw SQL', count).perSecond).toFixed(2)
      const percentiles = [0.5, 0.95].map((share) => taken.at(share).toFixed(1))
      return [variant, count, taken.perSecond.toFixed(0), ratio, ...percentiles]
    }),
  )
  printTable('contacts by | connections | per second | of raw SQL | p50 ms | p95 ms', rows)
}
