import { openDatabase } from '#server/db/db.ts'
import type { Database } from '#server/db/db.ts'
import { receiveLead } from '#server/features/billing/leads.ts'
import { migrate } from '#server/migrate.ts'
import { fillWithPeople } from './bookings-data.ts'
import type { Person } from './bookings-data.ts'
import { createDatabase, dropDatabase } from './databases.ts'
import { Times } from './times.ts'
import { startTemporaryPostgres } from '../tools/embedded-postgres/temporary-postgres.ts'

/**
 * Contacts per second that spend a credit, through the verb, beside the limit: the same transaction in raw SQL over the same
 * connections, in turns within one run. DATABASE_URL takes a PostgreSQL of yours.
 */
const CONNECTIONS = [2, 8]
const ROUNDS = 10
const ROUND_SECONDS = 0.6
const CLIENTS = 20_000
const PROFESSIONALS = 500
const WAYS = ['raw SQL', 'receiveLead'] as const
type Way = (typeof WAYS)[number]
let next = 0

const postgres = await startTemporaryPostgres(process.env['DATABASE_URL'])
const name = 'lustra_bench_leads'
try {
  const url = await createDatabase(postgres.url, name)
  await migrate(url)
  await compare(url)
} finally {
  await dropDatabase(postgres.url, name)
  await postgres.stop()
}

async function compare(url: string): Promise<void> {
  const database = openDatabase(url)
  try {
    const people = await fillWithPeople(database.kysely, CLIENTS, PROFESSIONALS, 0)
    const times = new Map<string, Times>()
    for (let round = 0; round <= ROUNDS; round++) {
      for (const count of CONNECTIONS) {
        for (const way of WAYS) {
          const key = `${way} ${count}`
          const into = round === 0 ? new Times() : (times.get(key) ?? new Times())
          if (round > 0) times.set(key, into)
          await measure(way, count, into, database, people)
        }
      }
    }
    print(times)
    const { rows } = await database.pool.query(
      'select count(*)::int as leads, (select -sum(amount)::int from lead_ledger where kind = $1) as spent from leads',
      ['spent'],
    )
    console.log(`\n${rows[0].leads} leads, ${rows[0].spent} credits spent`)
  } finally {
    await database.close()
  }
}

/** Every contact is of a pair that has none yet. */
function newPair({ clients, professionals }: { clients: Person[]; professionals: Person[] }) {
  const place = next++
  return {
    professionalId: professionals[place % professionals.length]!.id,
    clientId: clients[(Math.floor(place / professionals.length) + place) % clients.length]!.id,
  }
}

async function measure(
  way: Way,
  count: number,
  into: Times,
  database: Database,
  people: { clients: Person[]; professionals: Person[] },
): Promise<void> {
  const contact = way === 'raw SQL' ? rawContact : verbContact
  const workers = Array.from({ length: count }, () => () => contact(database, newPair(people)))
  await into.measure(workers, ROUND_SECONDS)
}

type Pair = ReturnType<typeof newPair>

async function verbContact({ kysely }: Database, pair: Pair): Promise<void> {
  const isOpen = await kysely
    .transaction()
    .execute((tx) => receiveLead(tx, { ...pair, source: 'contact', at: new Date() }))
  if (!isOpen) throw new Error('A contact found no credit')
}

async function rawContact({ pool }: Database, { professionalId, clientId }: Pair): Promise<void> {
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

function print(times: Map<string, Times>): void {
  console.log('| contacts by | connections | per second | of raw SQL | p50 ms | p95 ms |')
  console.log('|---|---|---|---|---|---|')
  for (const count of CONNECTIONS) {
    const limit = times.get(`raw SQL ${count}`)!.perSecond
    for (const way of WAYS) {
      const taken = times.get(`${way} ${count}`)!
      const ratio = (taken.perSecond / limit).toFixed(2)
      const shares = [0.5, 0.95].map((share) => taken.at(share).toFixed(1))
      console.log(`| ${[way, count, taken.perSecond.toFixed(0), ratio, ...shares].join(' | ')} |`)
    }
  }
}
