import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSession } from '#server/features/identity/sessions.ts'
import { JOBS } from '#server/jobs.ts'
import { buildProfessional } from '#server/test/build.ts'
import { as } from '#server/test/call.ts'
import { moneyTraces, opened, statusOf } from '#server/test/paying.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import {
  STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
  StripeServer,
} from '#server/test/stripe/stripe-server.ts'
import { holdMoney } from './money.queries.ts'

const SERVING = new URL('../../test/serving.ts', import.meta.url)

let stripe: StripeServer
let server: TestServer
let settings: Record<string, string>
beforeAll(async () => {
  stripe = new StripeServer(new Date())
  await stripe.start()
  settings = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.base,
  }
  server = await testServer(settings)
})
afterAll(async () => {
  await server.close()
  await stripe.stop()
})

/** The same house in a process of its own. */
async function served() {
  const { url, world } = server
  const env = { ...process.env, ...settings, DATABASE_URL: url, DATA_DIR: world.config.dataDir }
  const child = fork(SERVING, { env, execArgv: [] })
  const [origin] = (await once(child, 'message')) as [string]
  return { child, origin }
}

/** Whether somebody has the provider's answer and waits to write it. */
async function isAboutToWrite(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
    server.db,
  )
  return rows.length > 0
}

/** Kills the process between the provider's answer and our write: she comes back, or the webhook comes. */
async function killedWhileSettling(id: string, session: string, way: 'return' | 'webhook') {
  const { child, origin } = await served()
  const cookie = `lustra_session=${await startSession(server.db, id, new Date())}`
  const { body, headers } = stripe.webhook('checkout.session.completed', {
    id: session,
    object: 'checkout.session',
  })
  await server.db.transaction().execute(async (tx) => {
    await holdMoney(tx, id)
    const asked =
      way === 'return'
        ? fetch(`${origin}/payment-success?user_id=${id}&session_id=${session}`, {
            headers: { cookie, accept: 'application/json' },
          })
        : fetch(`${origin}/api/webhooks/payments`, { method: 'POST', body, headers })
    const outcome = asked.then(
      () => 'answered',
      () => 'hung up',
    )
    await expect.poll(isAboutToWrite, { timeout: 10_000 }).toBe(true)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    expect(await outcome).toBe('hung up')
  })
}

test.each([
  ['subscription', 'return', 5],
  ['subscription', 'webhook', 5],
  ['lead', 'return', 1],
  ['lead', 'webhook', 1],
] as const)(
  'killed (-9) between the provider’s answer and our write of a paid %s (%s): nothing is half written, and the clock gives it once',
  async (kind, way, credits) => {
    const professional = await buildProfessional(server, { active: kind === 'lead', credits: 0 })
    const session = await opened(server, professional, kind)
    stripe.books.pay(session)
    const before = await moneyTraces(server)
    await killedWhileSettling(professional.id, session, way)
    expect(await moneyTraces(server)).toEqual(before)

    const { child, origin } = await served()
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    await Promise.all([JOBS.renewals(server.world, {}), JOBS.renewals(server.world, {})])
    expect((await statusOf(server, professional)).leadCredits).toBe(credits)
    const caller = await as(server, professional)
    const { body } = await caller.get(`/api/professional/billing-history/${professional.id}`)
    expect(body.billing_history).toHaveLength(1)
    child.disconnect()
  },
  30_000,
)
