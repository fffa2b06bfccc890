// rule: challenge, paid-once
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingBody, NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { asSolved } from './limit-scale.ts'
import { countUses } from './rate-limits.ts'
import { networkLimitsOf } from './network-limits.ts'

const AT = sql`${NOW}::timestamptz - interval '1 minute'`
/** Old enough to have no limits of young accounts. */
const OLD = { created_at: new Date(+NOW - 9 * 86_400_000) }

let server: TestServer
let pros: { id: string }[]
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => NOW })
  pros = await Promise.all(Array.from({ length: 46 }, () => buildProfessional(server)))
})
afterAll(() => server.close())

const run = (query: RawBuilder<unknown>) => query.execute(server.db)
/** Copies the client's first message so many times. */
async function copyMessage(client: string, count: number) {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'messages' and is_generated = 'NEVER' and is_identity = 'NO'
      and column_name not in ('id', 'created_at')`.execute(server.db)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  await run(sql`
    insert into messages (created_at, ${columns})
    select ${AT}, ${columns} from messages, generate_series(1, ${count}::integer)
    where id = (select id from messages where sender_id = ${client}::uuid limit 1)`)
}

type Case = {
  /** The limit without a solution. */
  most: number
  /** Uses so many, so that there are `from` + `count`. */
  fill: (person: string, count: number, from: number) => Promise<unknown>
  call: (person: string) => ReturnType<Caller['post']>
}

const post = async (id: string, path: string, body: object) =>
  (await as(server, { id })).post(path, body)
const lastPro = () => pros.at(-1)!
/** Another visit each time: the same request would be answered with the first booking. */
const book = (id: string) =>
  post(id, '/api/bookings', bookingBody({ id }, lastPro(), { notes: crypto.randomUUID() }))
const write = (id: string) =>
  post(id, '/api/chat/messages', {
    sender_id: id,
    receiver_id: lastPro().id,
    message: `Hello ${crypto.randomUUID()}`,
  })
const buy = (id: string) => post(id, '/api/payments/lead-payment', { professional_id: id })

const CASES: Record<string, Case> = {
  bookings: {
    most: 30,
    fill: (client, count) =>
      server.db.transaction().execute(async (tx) => {
        const use = ['booking_by_client', client] as const
        for (let time = 0; time < count; time++)
          await asSolved(() => countUses(server.context, tx, [use], NOW))
      }),
    call: book,
  },
  'messages without an answer': {
    most: 30,
    fill: async (client, count, from) => {
      if (from === 0) await write(client)
      await copyMessage(client, count - (from === 0 ? 1 : 0))
    },
    call: write,
  },
  'new contacts': {
    most: 15,
    fill: (client, count, from) =>
      run(sql`insert into leads (client_id, professional_id, source, waiting_since, created_at)
        select ${client}::uuid, id, 'contact', ${AT}, ${AT}
        from unnest(${pros.slice(from, from + count).map(({ id }) => id)}::uuid[]) as id`),
    call: (id) =>
      post(id, '/api/chat/initiate-contact', { client_id: id, professional_id: lastPro().id }),
  },
  'reviews without a visit': {
    most: 3,
    fill: (client, count, from) =>
      run(sql`insert into reviews (client_id, professional_id, rating, title, comment, created_at, visit)
        select ${client}::uuid, id, 5, 'Good', 'Good', ${AT}, 'none'
        from unnest(${pros.slice(from, from + count).map(({ id }) => id)}::uuid[]) as id`),
    call: (id) =>
      post(id, '/api/reviews/general', {
        client_id: id,
        professional_id: lastPro().id,
        rating: 5,
        title: 'Good',
        comment: 'Good',
      }),
  },
  checkouts: {
    most: 10,
    fill: (professional, count, from) =>
      run(sql`insert into checkouts (id, professional_id, kind, created_at, check_at, settled_at)
        select 'cs_' || ${professional} || ${from}::integer + number, ${professional}::uuid, 'lead', ${AT}, ${AT}, ${AT}
        from generate_series(1, ${count}::integer) as number`),
    call: buy,
  },
  'checkout calls of the process': {
    most: 60,
    fill: async (id, count) => {
      const limits = networkLimitsOf(server.context)
      for (let time = 0; time < count; time++)
        await asSolved(() => limits.consume('checkout', { ip: '192.0.2.1' }, { id }))
    },
    call: buy,
  },
}

test.each(Object.entries(CASES))(
  '%s: a challenge comes with a 429 where its solution is accepted, and not beyond three times the limit',
  async (name, { most, fill, call }) => {
    const { id } = name.startsWith('checkout')
      ? await buildProfessional(server)
      : await buildClient(server, OLD)
    await fill(id, most, 0)
    const { status, headers, body } = await call(id)
    expect([status, typeof body.challenge]).toEqual([429, 'object'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    // The answer to a probe counted nothing: the same again.
    expect((await call(id)).body.challenge).toBeDefined()
    await fill(id, 2 * most, most)
    const beyond = await call(id)
    expect([beyond.status, beyond.body.challenge]).toEqual([429, undefined])
    expect((await asSolved(() => call(id))).status).toBe(429)
  },
)

test.each(Object.entries(CASES))('%s: a solved request is accepted', async (name, one) => {
  const { id } = name.startsWith('checkout')
    ? await buildProfessional(server)
    : await buildClient(server, OLD)
  await one.fill(id, one.most, 0)
  expect((await asSolved(() => one.call(id))).status).toBe(200)
})
