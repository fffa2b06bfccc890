// rule: probes-and-metrics
import { refundByOperator } from '#server/test/builders/by-operator.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { payAndReturn } from '#server/test/builders/paying.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { startMetricsServer } from './metrics-server.ts'

const WEEK_MS = 7 * 86_400_000
const POOL_MAX = 4

let server: TestServer
let now = NOW
let lines: string
beforeAll(async () => {
  const settings = { METRICS_PORT: '0', DATABASE_POOL_MAX: String(POOL_MAX) }
  server = await testServer(settings, { now: () => now })
  for (const { press } of VERBS) await press()
  lines = await readWhileFull()
})
afterAll(() => server.close())

/** Reads the metrics while all connections of the pool are taken, and a request waits for one. */
async function readWhileFull(): Promise<string> {
  const { pool } = server.context
  const metrics = (await startMetricsServer(server.context))!
  const taken = await Promise.all(Array.from({ length: POOL_MAX }, () => pool.connect()))
  const request = visitor(server).get('/api/public/professional/nobody-has-this-address')
  await vi.waitFor(() => expect(pool.waitingCount).toBe(1))
  const answer = fetch(`http://127.0.0.1:${metrics.port}/metrics`)
  // The metrics wait for one as well.
  await vi.waitFor(() => expect(pool.waitingCount).toBe(2))
  for (const client of taken) client.release()
  await request
  const text = await (await answer).text()
  await metrics.close()
  return text
}

const search = (zip: string) =>
  visitor(server).get(`/api/professionals/search/enhanced?zip_code=${zip}`)
const guess = () =>
  visitor(server).post('/api/login', { email: 'nobody@example.com', password: 'a wrong password' })

const VERBS: { verb: string; press: () => Promise<unknown>; expected: string[] }[] = [
  {
    verb: 'a contact that nobody follows up spends a credit, which returns',
    async press() {
      const [client, professional] = [await buildClient(server), await buildProfessional(server)]
      const ids = { client_id: client.id, professional_id: professional.id }
      const caller = await as(server, client)
      expect((await caller.post('/api/chat/initiate-contact', ids)).status).toBe(200)
      now = new Date(+NOW + WEEK_MS)
      await JOBS['return-leads'](server.context, {})
    },
    expected: ['lustra_credits{kind="spent"} 1', 'lustra_credits{kind="returned"} 1'],
  },
  {
    verb: 'a refund that is ordered and not made yet',
    async press() {
      const professional = await buildProfessional(server, { credits: 0 })
      await payAndReturn(server, professional, 'lead')
      const { number } = await server.db
        .selectFrom('payments')
        .select('number')
        .where('professional_id', '=', professional.id)
        .executeTakeFirstOrThrow()
      const why = { reason: 'She asked.', doneBy: 'olga' }
      expect(await refundByOperator(server.context, number, why)).toBeTypeOf('string')
    },
    expected: ['lustra_refunds_owed 1'],
  },
  {
    verb: 'a webhook without a signature',
    press: () => visitor(server).post('/api/webhooks/payments', {}),
    expected: ['lustra_webhooks_total{outcome="refused"} 1'],
  },
  {
    verb: 'a wrong password',
    press: async () => {
      // From now on one is allowed.
      Object.assign(server.context.config, { rateLimitScale: 0.1 })
      await guess()
    },
    expected: ['lustra_sign_in_steps_total{outcome="wrong"} 1'],
  },
  {
    verb: 'one wrong password too many',
    press: guess,
    expected: ['lustra_sign_in_steps_total{outcome="limited"} 1'],
  },
  {
    verb: 'a search that finds somebody',
    press: () => search('78701'),
    expected: ['lustra_searches_total{outcome="found"} 1'],
  },
  {
    verb: 'a search that finds nobody',
    press: () => search('99501'),
    expected: ['lustra_searches_total{outcome="empty"} 1'],
  },
  {
    verb: 'a request while all connections are taken',
    press: async () => {},
    expected: [
      `lustra_pool_connections{state="used"} ${POOL_MAX}`,
      'lustra_pool_connections{state="waiting"} 1',
    ],
  },
]

test.each(VERBS)('$verb is counted', ({ expected }) => {
  for (const line of expected) expect(lines).toContain(`${line}\n`)
})
