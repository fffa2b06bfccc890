// rule: simulated-payments
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import {
  countBillingRows,
  openCheckout,
  returnFromCheckout,
  leadsStatus,
} from '#server/test/builders/paying.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { freePort } from '../../../../tools/embedded-postgres/free-port.ts'

let server: TestServer
let professional: { id: string }
beforeAll(async () => {
  server = await testServer({ PORT: String(await freePort()) })
  await server.app.listen({ port: server.context.config.port, host: '127.0.0.1' })
})
afterAll(() => server.close())
beforeEach(async () => {
  professional = await buildProfessional(server, { active: false })
})

const pathOf = (session: string) => `/api/simulated-checkout/${session}`
const choose = async (session: string, body: object, person = professional) =>
  (await as(server, person)).post(pathOf(session), body)

test('a checkout paid by its owner redirects, and its signed webhook activates the account without a return', async () => {
  const session = await openCheckout(server, professional, 'subscription')
  const caller = await as(server, professional)
  expect(await caller.get(pathOf(session))).toMatchObject({
    status: 200,
    body: { id: session, kind: 'subscription', amount: 19.9, status: 'open' },
  })
  const answer = await choose(session, { outcome: 'paid' })
  expect(answer).toMatchObject({
    status: 200,
    body: { outcome: 'paid', status: 'paid', redirect_url: expect.stringContaining(session) },
  })
  expect(await leadsStatus(server, professional)).toMatchObject({
    is_active: false,
    leadCredits: 0,
  })
  await runDueJobs(server.context)
  expect(await leadsStatus(server, professional)).toMatchObject({ is_active: true, leadCredits: 5 })
  expect((await choose(session, { outcome: 'paid' })).body).toEqual(answer.body)
  await runDueJobs(server.context)
  expect(await leadsStatus(server, professional)).toMatchObject({ leadCredits: 5, totalLeads: 5 })
})

test('a declined card pays nothing and leaves the page open; a cancelled page is closed for good', async () => {
  const session = await openCheckout(server, professional, 'subscription')
  expect((await choose(session, { outcome: 'declined' })).body).toMatchObject({
    status: 'open',
    redirect_url: null,
  })
  expect((await returnFromCheckout(server, professional, session)).body.detail).toBe(
    'Payment not completed',
  )
  expect((await choose(session, { outcome: 'cancelled' })).body).toMatchObject({
    status: 'cancelled',
    redirect_url: expect.stringContaining('payment=cancel'),
  })
  expect(await choose(session, { outcome: 'paid' })).toMatchObject({
    status: 409,
    body: { code: 'checkout_over' },
  })
  expect((await returnFromCheckout(server, professional, session)).status).toBe(409)
  expect(await leadsStatus(server, professional)).toMatchObject({
    is_active: false,
    leadCredits: 0,
  })
})

test('ten payments at once pay once', async () => {
  const session = await openCheckout(server, professional, 'subscription')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => choose(session, { outcome: 'paid' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  const bought = await server.db
    .selectFrom('simulated_subscriptions')
    .select('id')
    .where('owner_id', '=', professional.id)
    .execute()
  expect(bought).toHaveLength(1)
})

test('only its owner sees or settles a checkout, and invalid requests change nothing', async () => {
  const session = await openCheckout(server, professional, 'subscription')
  const others = [await buildClient(server), await buildProfessional(server)]
  const before = await countBillingRows(server)
  const body = { outcome: 'paid' }
  expect((await visitor(server).get(pathOf(session))).status).toBe(401)
  expect((await visitor(server).post(pathOf(session), body)).status).toBe(401)
  for (const other of others) {
    const caller = await as(server, other)
    expect((await caller.get(pathOf(session))).body.code).toBe('checkout_not_found')
    expect(await caller.post(pathOf(session), body)).toMatchObject({
      status: 404,
      body: { code: 'checkout_not_found' },
    })
  }
  for (const invalid of ['cs_made_up', '%00', "'%20or%201=1"]) {
    expect((await choose(invalid, body)).status).toBe(404)
  }
  expect((await choose(session, { outcome: 'free' })).status).toBe(422)
  expect(await countBillingRows(server)).toEqual(before)
  expect((await (await as(server, professional)).get(pathOf(session))).body.status).toBe('open')
})
