import { readlinkSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { openDatabase } from '#server/db/db.ts'
import type { Database } from '#server/db/db.ts'
import { refreshSearchEntries } from '#server/features/search/search-entries.ts'
import { HOME, fillWithPeople } from './bookings-data.ts'
import type { Person } from './bookings-data.ts'
import { openConnection, ownNetwork } from './connection.ts'
import { clusterCpuUs, printTable, startLoggingLustra, withPostgres } from './harness.ts'
import type { BenchProcess } from './harness.ts'
import { ownContact, ownMessage } from './own-statements.ts'
import type { OwnStatement } from './own-statements.ts'
import { measureInTurns } from './times.ts'
import type { Times, TimesByVariant } from './times.ts'

/**
 * How many contacts, messages, reviews and moves of bookings per second the API writes, compared with one statement
 * each that writes the same rows without any check. A contact and a message are also compared with the statement that
 * the API itself sends, with all its checks and locks. The variants take turns within one run. Each review is of a
 * visit that took place, so it counts. Bookings: bench/bookings.ts. DATABASE_URL names another PostgreSQL.
 */
const CONNECTIONS = [8, 32]
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10)
const ROUND_SECONDS = 0.6
const CLIENTS = 20_000
const PROFESSIONALS = 500
/** No verb takes more of them in a round. */
const REQUESTS = 4000 * (ROUNDS + 1)
/** More would take longer than a statement may. */
const REQUESTS_AT_ONCE = 2000
const ALL_VERBS = ['contact', 'message', 'review', 'move'] as const
type Verb = (typeof ALL_VERBS)[number]
const [, , ...CHOSEN] = process.argv
const VERBS = ALL_VERBS.filter((verb) => CHOSEN.length === 0 || CHOSEN.includes(verb))
const WAYS = ['statement', 'own statement', 'API'] as const
type Way = (typeof WAYS)[number]
type Variant = `${Verb} by ${Way}`
/** The verbs that are one statement of the API. */
const OWN = { contact: ownContact, message: ownMessage }
const waysOf = (verb: Verb) => WAYS.filter((way) => way !== 'own statement' || verb in OWN)
const VARIANTS = VERBS.flatMap((verb) => waysOf(verb).map((way): Variant => `${verb} by ${way}`))
/** They are built before a round, and are more than it sends. */
const OWN_STATEMENTS = { contact: 1500, message: 6000 }

/** The processor time of the calls of the API. */
type Used = { calls: number; serverUs: number; postgresUs: number }
const usedBy = new Map<string, Used>()
const NOTHING: Used = { calls: 0, serverUs: 0, postgresUs: 0 }

const REQUESTS_SQL = `select owners[1 + n % cardinality(owners)] as professional,
    clients[1 + (n / cardinality(owners) * 7 + n) % cardinality(clients)] as client
  from generate_series($1::int, $2::int) as n, (select $3::uuid[] as owners) as owner,
    (select array_agg(id) as clients from users where role = 'client') as client`

await withPostgres(async ({ createDatabase, folder }) => {
  const url = await createDatabase('lustra_bench_writes')
  const database = openDatabase(url, { max: Math.max(...CONNECTIONS) })
  const people = await fillWithPeople(database.kysely, CLIENTS, PROFESSIONALS, 0)
  await refreshSearchEntries(
    database.kysely,
    people.professionals.map(({ id }) => id),
  )
  const half = people.professionals.slice(0, PROFESSIONALS / 2)
  const others = people.professionals.slice(PROFESSIONALS / 2)
  const requests = await insertRequests(database, others)
  const work = workFor({ ...people, professionals: half }, requests)
  const server = await startLoggingLustra(url, folder)
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: folder, RATE_LIMIT_SCALE: '1000000' })
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const cluster = readlinkSync(`/proc/${rows[0]!.pid}/cwd`)
  try {
    const times = await measureInTurns(
      { rounds: ROUNDS, connections: CONNECTIONS, variants: VARIANTS },
      (variant, count, into) =>
        measure(variant, count, into, {
          database,
          server,
          work,
          context: { config } as Context,
          cluster,
        }),
    )
    print(times)
  } finally {
    await server.stop()
    await database.close()
  }
})

type Request = { id: string; client_id: string; professional_id: string }
type Call = {
  method: 'POST' | 'PUT'
  path: string
  by: string
  body: unknown
  statement: { name: string; text: string; values: unknown[] }
}

/** What each verb does next: every contact is of a new pair, every review and move of another request that waits. */
function workFor(
  { clients, professionals }: { clients: Person[]; professionals: Person[] },
  requests: Request[],
): Record<Verb, () => Call> {
  const pairs = pairsOf(clients, professionals)
  const reviewable = [...requests]
  return {
    contact: () => contact(pairs()),
    message: () => message(requests[Math.floor(Math.random() * requests.length)]!),
    review: () => review(reviewable.pop()!),
    move: () => move(requests.pop()!),
  }
}

type Pair = { client_id: string; professional_id: string }

function pairsOf(clients: Person[], professionals: Person[]): () => Pair {
  let next = 0
  return () => {
    const place = next++
    return {
      professional_id: professionals[place % professionals.length]!.id,
      client_id: clients[(Math.floor(place / professionals.length) + place) % clients.length]!.id,
    }
  }
}

function contact({ client_id, professional_id }: Pair): Call {
  return {
    method: 'POST',
    path: '/api/chat/initiate-contact',
    by: client_id,
    body: { client_id, professional_id },
    statement: {
      name: 'contact',
      text: `with lead as (
          insert into leads (professional_id, client_id, source, created_at, waiting_since) values ($1, $2, 'contact', now(), now())
        ), event as (
          insert into events (kind, subject_id, actor_id, data) values ('lead.received', $1, $2, '{"locked":false}') returning id
        )
        select graphile_worker.add_job('notify-money', json_build_object('event_id', id::text)) from event`,
      values: [professional_id, client_id],
    },
  }
}

function message({ client_id, professional_id }: Request): Call {
  const text = 'Is next week possible?'
  return {
    method: 'POST',
    path: '/api/chat/messages',
    by: client_id,
    body: { sender_id: client_id, receiver_id: professional_id, message: text },
    statement: {
      name: 'message',
      text: `with message as (
          insert into messages (conversation_id, sender_id, receiver_id, kind, text, created_at)
          select conversation_id, client_id, professional_id, 'text', $3, now() from leads
          where professional_id = $1 and client_id = $2
        )
        update leads set client_acted_at = now(), return_due_at = null where professional_id = $1 and client_id = $2`,
      values: [professional_id, client_id, text],
    },
  }
}

function review({ client_id, professional_id }: Request): Call {
  const [rating, title, comment] = [5, 'Very good', 'Everything was clean, and on time.']
  return {
    method: 'POST',
    path: '/api/reviews/general',
    by: client_id,
    body: { client_id, professional_id, rating, title, comment },
    statement: {
      name: 'review',
      text: `with review as (
          insert into reviews (professional_id, client_id, rating, title, comment, state, public_at, created_at)
          values ($1, $2, $3, $4, $5, 'public', now(), now()) returning id
        ), event as (
          insert into events (kind, subject_id, actor_id) select 'review.submitted', id, $2 from review
        ), job as (
          select graphile_worker.add_job('notify-review', json_build_object('review_id', id)) from review
        ), recounted as (
          update professionals set rating_sum = rating_sum + $3, total_reviews = total_reviews + 1 where user_id = $1
        ), entry as (
          update search_entries set rating_key = rating_key + 1 where professional_id = $1
        )
        select count(*) from job`,
      values: [professional_id, client_id, rating, title, comment],
    },
  }
}

function move({ id, professional_id }: Request): Call {
  return {
    method: 'PUT',
    path: `/api/bookings/${id}/status`,
    by: professional_id,
    body: { status: 'declined' },
    statement: {
      name: 'move',
      text: `with booking as (
          update bookings set status = 'declined', answered_at = now() where id = $1 and professional_id = $2 returning id
        ), event as (
          insert into events (kind, subject_id, actor_id) select 'booking.declined', id, $2 from booking returning id
        )
        select graphile_worker.add_job('notify-booking', json_build_object('event_id', id::text)) from event`,
      values: [id, professional_id],
    },
  }
}

/**
 * Requests that wait for an answer, each of a pair of its own, whose client the professional has answered, and who had
 * a visit ten days ago.
 */
async function insertRequests({ pool }: Database, owners: Person[]): Promise<Request[]> {
  const ids = owners.map(({ id }) => id)
  const all: Request[] = []
  for (let from = 0; from < REQUESTS; from += REQUESTS_AT_ONCE) {
    const values = [from, from + REQUESTS_AT_ONCE - 1, ids]
    await pool.query(
      `with lead as (
        insert into leads (professional_id, client_id, source, opened_at, openings, client_acted_at, answered_at)
        select professional, client, 'booking', now(), 1, now(), now() from (${REQUESTS_SQL}) as request
        returning conversation_id, professional_id, client_id
      )
      insert into messages (conversation_id, sender_id, receiver_id, kind, text, created_at)
      select conversation_id, professional_id, client_id, 'text', 'Hello', now() from lead`,
      values,
    )
    await pool.query(insertBookingsSql('completed', '-10 days'), values)
    const { rows } = await pool.query<Request>(insertBookingsSql('pending', '30 days'), values)
    all.push(...rows)
  }
  return all
}

function insertBookingsSql(status: 'completed' | 'pending', from: string): string {
  return `insert into bookings (
      client_id, professional_id, service_type, cleaning_frequency, booking_date, booking_time, time_zone, starts_at, ends_at,
      address, city, state, zip_code, estimated_hours, hourly_rate_cents, total_cents, status, expires_at)
    select client, professional, 'standard', 'one_time', day::date, '09:00', 'UTC', day, day + interval '2 hours',
      '100 Congress Ave', '${HOME.city}', '${HOME.state}', '${HOME.zip_code}', 2, 6500, 13000, '${status}', now() + interval '1 day'
    from (${REQUESTS_SQL}) as request, (select date_trunc('day', now()) + interval '${from} 9 hours' as day) as date
    returning id, client_id, professional_id`
}

type Setup = {
  database: Database
  server: BenchProcess
  work: Record<Verb, () => Call>
  context: Context
  /** The folder of the PostgreSQL. */
  cluster: string
}

async function measure(
  variant: Variant,
  count: number,
  into: Times,
  { database, server, work, context, cluster }: Setup,
): Promise<void> {
  const [verb, way] = variant.split(' by ') as [Verb, Way]
  if (way !== 'API') {
    const next =
      way === 'statement'
        ? () => work[verb]().statement
        : prepareOwn(database, context, verb as keyof typeof OWN, work)
    const workers = Array.from({ length: count }, () => async () => {
      const statement = next()
      if (statement === undefined) return false
      await database.pool.query(statement)
      return undefined
    })
    await into.measure(workers, ROUND_SECONDS)
    return
  }
  const connections = await Promise.all(
    Array.from({ length: count }, () => openConnection(server.port)),
  )
  const workers = connections.map((connection) => async () => {
    const { method, path, by, body } = work[verb]()
    const headers = [
      `cookie: lustra_session=${by}`,
      `idempotency-key: ${crypto.randomUUID()}`,
      ownNetwork(by),
    ]
    const answer = await connection.write(method, path, headers, body)
    if (answer.status !== 200) throw new Error(`${variant}: ${answer.status} ${answer.body}`)
  })
  const before = { calls: into.count, serverUs: server.cpuUs(), postgresUs: clusterCpuUs(cluster) }
  await into.measure(workers, ROUND_SECONDS)
  const key = `${verb} ${count}`
  // What the warm-up used does not count.
  const used = (before.calls > 0 && usedBy.get(key)) || NOTHING
  usedBy.set(key, {
    calls: used.calls + into.count - before.calls,
    serverUs: used.serverUs + server.cpuUs() - before.serverUs,
    postgresUs: used.postgresUs + clusterCpuUs(cluster) - before.postgresUs,
  })
  for (const connection of connections) connection.close()
}

function prepareOwn(
  { kysely }: Database,
  context: Context,
  verb: keyof typeof OWN,
  work: Setup['work'],
): () => OwnStatement | undefined {
  const statements = Array.from({ length: OWN_STATEMENTS[verb] }, () => {
    const { values } = work[verb]().statement
    const [professionalId, clientId, text = ''] = values as string[]
    return OWN[verb](kysely, context, {
      clientId: clientId!,
      professionalId: professionalId!,
      network: ownNetwork(clientId!).split(': ')[1]!,
      text,
    })
  })
  return () => statements.pop()
}

function print(times: TimesByVariant<Variant>): void {
  const rows = VERBS.flatMap((verb) =>
    CONNECTIONS.flatMap((count) =>
      waysOf(verb).map((way) => {
        const taken = times(`${verb} by ${way}`, count)
        const ratios = (['statement', 'own statement'] as const).map((limit) =>
          waysOf(verb).includes(limit)
            ? (taken.perSecond / times(`${verb} by ${limit}`, count).perSecond).toFixed(2)
            : '',
        )
        const percentiles = [0.5, 0.95, 0.99].map((share) => taken.at(share).toFixed(1))
        const { calls, serverUs, postgresUs } = usedBy.get(`${verb} ${count}`)!
        const processors =
          way === 'API'
            ? [serverUs, postgresUs].map((us) => (us / 1000 / calls).toFixed(2))
            : ['', '']
        return [
          verb,
          way,
          count,
          taken.perSecond.toFixed(0),
          ...ratios,
          ...percentiles,
          ...processors,
        ]
      }),
    ),
  )
  printTable(
    'verb | by | connections | per second | of the statement | of its own statement | p50 ms | p95 ms | p99 ms | server ms | PostgreSQL ms',
    rows,
  )
}
