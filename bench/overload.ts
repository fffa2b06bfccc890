import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#server/db/db.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'
import { HOME, bookingBody, connectPairs, fillWithPeople } from './data/bookings-data.ts'
import type { People, Person } from './data/bookings-data.ts'
import { openConnection, ownNetwork } from './connection.ts'
import type { Connection } from './connection.ts'
import { printTable, startLustra, withPostgres } from './harness.ts'
import { Delays } from './times.ts'

/**
 * Measures the answers at three times the capacity. A round first measures the capacity: CALLERS callers each send the
 * next request when the last one is answered. Then three times as many requests a second arrive, whether or not they
 * are answered, and then half of the capacity until everything is normal. BENCH_ROUNDS is the number of rounds.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const CALLERS = 16
const CAPACITY_SECONDS = 8
const OVERLOAD_SECONDS = 12
const AFTER_SECONDS = 8
const TIMES_CAPACITY = 3
const ANSWER_MS_MAX = 10_000
/** A good answer comes within this time. */
const GOOD_MS_MAX = 1000
const NORMAL_MS_MAX = 250
const PAIRS = 300
/** Each has a network of its own, as in life. */
const VISITORS = Array.from({ length: 1000 }, () => crypto.randomUUID())
/**
 * More than a process serves and lets wait (420), and open before, as those of a balancer: Node accepts one new
 * connection in each turn of its event loop.
 */
const CONNECTIONS = 640

type Kind = 'search' | 'public page' | 'own page' | 'message' | 'booking'
type Call = { kind: Kind; send: (on: Connection) => Promise<{ status: number; head: string }> }

/** The requests of one stretch of time. */
class Tally {
  readonly good = new Delays()
  readonly refused = new Delays()
  readonly sent = new Map<Kind, number>()
  readonly served = new Map<Kind, number>()
  readonly bad = new Map<string, number>()
  /** When the last request was sent that had no good answer in the usual time. */
  abnormalAt = 0

  async add({ kind, send }: Call, on: Connection): Promise<boolean> {
    const begun = performance.now()
    count(this.sent, kind)
    const late = Promise.withResolvers<'no answer'>()
    const timer = setTimeout(late.resolve, ANSWER_MS_MAX, 'no answer' as const)
    const answer = await Promise.race([send(on).catch(() => 'no answer' as const), late.promise])
    clearTimeout(timer)
    const ms = performance.now() - begun
    if (ms > NORMAL_MS_MAX || answer === 'no answer' || answer.status >= 429)
      this.abnormalAt = begun
    if (answer === 'no answer') count(this.bad, answer)
    else if (answer.status < 429) {
      this.good.add(ms)
      if (ms <= GOOD_MS_MAX) count(this.served, kind)
      else count(this.bad, 'late')
    } else if (/\r\nretry-after: /i.test(answer.head) && answer.status !== 500) this.refused.add(ms)
    else count(this.bad, String(answer.status))
    return answer !== 'no answer'
  }

  get goodCount(): number {
    return [...this.served.values()].reduce((sum, count) => sum + count, 0)
  }

  /** The share of the requests of these kinds that had a good answer, as text: '98 %'. */
  share(...kinds: Kind[]): string {
    const sum = (counts: Map<Kind, number>) =>
      kinds.reduce((total, kind) => total + (counts.get(kind) ?? 0), 0)
    return `${Math.round((100 * sum(this.served)) / Math.max(1, sum(this.sent)))} %`
  }
}

await withPostgres(async ({ createDatabase, folder }) => {
  const url = await createDatabase('lustra_bench_overload')
  const database = openDatabase(url)
  const people = await fillWithPeople(database.kysely, PAIRS, PAIRS, 20_000)
  await connectPairs(database.kysely, people)
  await refreshSearchEntries(
    database.kysely,
    people.professionals.map(({ id }) => id),
  )
  await database.close()
  const server = await startLustra(url, folder, { BENCH_SHEDS: 'on' })
  try {
    await closedLoop(server.port, people, 4)
    const rows = []
    for (let round = 1; round <= ROUNDS; round++)
      rows.push(await oneRound(round, server.port, people))
    printTable(
      'run | capacity /s | sent /s | good /s | of capacity | good ms p50, p99 | refused | after ms p99, max | other | bookings, messages | own pages | public pages | searches | normal after s',
      rows,
    )
  } finally {
    await server.stop()
  }
})

async function oneRound(round: number, port: number, people: People): Promise<(string | number)[]> {
  const capacity = await closedLoop(port, people, CAPACITY_SECONDS)
  const load = new Tally()
  const connections: Connection[] = []
  for (let opened = 0; opened < CONNECTIONS; opened++) connections.push(await openConnection(port))
  const rest = await openLoop(
    load,
    connections,
    port,
    people,
    capacity * TIMES_CAPACITY,
    OVERLOAD_SECONDS,
  )
  const ended = performance.now()
  const after = new Tally()
  await (
    await openLoop(after, connections, port, people, capacity / 2, AFTER_SECONDS)
  )()
  await rest()
  for (const connection of connections) connection.close()
  const good = load.goodCount / OVERLOAD_SECONDS
  const sent = [...load.sent.values()].reduce((sum, count) => sum + count, 0)
  const ms = (delays: Delays, share: number) => Math.round(delays.at(share))
  return [
    round,
    Math.round(capacity),
    Math.round(sent / OVERLOAD_SECONDS),
    Math.round(good),
    (good / capacity).toFixed(2),
    `${ms(load.good, 0.5)}, ${ms(load.good, 0.99)}`,
    load.refused.count,
    `${ms(load.refused, 0.99)}, ${ms(load.refused, 1)}`,
    [...load.bad, ...after.bad].map(([what, times]) => `${times} × ${what}`).join(', ') || 'none',
    load.share('booking', 'message'),
    load.share('own page'),
    load.share('public page'),
    load.share('search'),
    Math.max(0, (after.abnormalAt - ended) / 1000).toFixed(1),
  ]
}

/** Requests a second that are served to callers who wait for each answer. */
async function closedLoop(port: number, people: People, seconds: number): Promise<number> {
  const tally = new Tally()
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      const connection = await openConnection(port)
      while (performance.now() < end) await tally.add(anyCall(people), connection)
      connection.close()
    }),
  )
  if (tally.bad.size + tally.refused.count > 0)
    console.log(
      `While the capacity was measured: ${tally.refused.count} refused, ${[...tally.bad].join(' × ')}`,
    )
  return tally.goodCount / seconds
}

/** Sends at this rate whatever is answered, on free connections or new ones. Returns a wait for the last answers. */
async function openLoop(
  tally: Tally,
  free: Connection[],
  port: number,
  people: People,
  perSecond: number,
  seconds: number,
): Promise<() => Promise<void>> {
  const running = new Set<Promise<void>>()
  const begun = performance.now()
  for (let sent = 0; sent < perSecond * seconds;) {
    const due = Math.min(perSecond * seconds, ((performance.now() - begun) / 1000) * perSecond)
    for (; sent < due; sent++) {
      const one = sendOne().finally(() => running.delete(one))
      running.add(one)
    }
    await wait(2)
  }
  return async () => void (await Promise.all(running))

  async function sendOne(): Promise<void> {
    const connection = free.pop() ?? (await openConnection(port).catch(() => undefined))
    if (!connection) return count(tally.bad, 'not connected')
    if (await tally.add(anyCall(people), connection)) free.push(connection)
    else connection.close()
  }
}

/** A random request: 30 % searches, 25 % public pages, 25 % own pages, 12 % messages, 8 % bookings. */
function anyCall({ clients, professionals }: People): Call {
  const number = Math.floor(Math.random() * PAIRS)
  const client = clients[number]!
  const professional = professionals[number]!
  const of = ({ id, cookie }: Person) => [`cookie: ${cookie}`, ownNetwork(id)]
  const visitor = [ownNetwork(VISITORS[Math.floor(Math.random() * VISITORS.length)]!)]
  const get = (kind: Kind, path: string, headers = visitor): Call => ({
    kind,
    send: (on) => on.ask('GET', path, headers),
  })
  const at = Math.random()
  if (at < 0.3) {
    const rate = 70 + Math.floor(Math.random() * 400)
    return get(
      'search',
      `/api/professionals/search/enhanced?zip_code=${HOME.zip_code}&max_rate=${rate}`,
    )
  }
  if (at < 0.55) return get('public page', `/api/public/professional/professional-${1 + number}`)
  if (at < 0.67) return get('own page', `/api/bookings/client/${client.id}`, of(client))
  if (at < 0.8)
    return get('own page', `/api/chat/conversations/${professional.id}`, of(professional))
  const headers = [...of(client), `idempotency-key: ${crypto.randomUUID()}`]
  if (at < 0.92) {
    const body = { sender_id: client.id, receiver_id: professional.id, message: `At ${at}` }
    return { kind: 'message', send: (on) => on.ask('POST', '/api/chat/messages', headers, body) }
  }
  const body = bookingBody(client, professional, {})
  return { kind: 'booking', send: (on) => on.ask('POST', '/api/bookings', headers, body) }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
