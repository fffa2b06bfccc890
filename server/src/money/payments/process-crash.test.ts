// rule: payment-settled-once
import { AsyncLocalStorage } from 'node:async_hooks'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, signedIn } from '#server/test/call.ts'
import { about, buy, HARNESSES } from '#server/test/harness/billing-harness.ts'
import type { BillingHarness } from '#server/test/harness/billing-harness.ts'
import { countBillingRows, leadsStatus } from '#server/test/builders/paying.ts'
import { lockAccount } from '../subscription/billing.queries.ts'

const SERVING = new URL('../../test/processes/server-process.ts', import.meta.url)

describe.each(HARNESSES)('by %s', (_name, openHarness) => {
  let harness: BillingHarness
  /** The process that the next test kills. It has started after the kill before. */
  let serving: Awaited<ReturnType<typeof served>>
  beforeAll(async () => {
    harness = await openHarness(new Date())
    serving = await served()
  })
  afterAll(async () => {
    serving.child.disconnect()
    await harness.close()
  })

  /** Starts another process that serves the database of the harness. */
  async function served() {
    const { url, context } = harness.server
    const env = {
      ...process.env,
      ...harness.settings,
      DATABASE_URL: url,
      DATA_DIR: context.config.dataDir,
    }
    const child = fork(SERVING, { env, execArgv: [] })
    const [origin] = (await once(child, 'message')) as [string]
    return { child, origin }
  }

  /** Whether a transaction has the provider's answer and waits to write it. */
  async function isAboutToWrite(): Promise<boolean> {
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
      harness.server.db,
    )
    return rows.length > 0
  }

  /** Kills the process between the provider's answer and our write, which the return or the webhook caused. */
  async function settleAndKill(id: string, session: string, trigger: 'return' | 'webhook') {
    const { child, origin } = serving
    const { db } = harness.server
    const cookie = `lustra_session=${await signedIn(harness.server, { id })}`
    const { body, headers } = await harness.event(
      'checkout.session.completed',
      about.checkout(session),
    )
    // A transaction may take no second connection of the pool, so what watches it runs outside its context.
    const outside = AsyncLocalStorage.snapshot()
    await db.transaction().execute(async (tx) => {
      await lockAccount(tx, id)
      const request =
        trigger === 'return'
          ? fetch(`${origin}/payment-success?user_id=${id}&session_id=${session}`, {
              headers: { cookie, accept: 'application/json' },
            })
          : fetch(`${origin}/api/webhooks/payments`, { method: 'POST', body, headers })
      const outcome = request.then(
        () => 'answered',
        () => 'hung up',
      )
      await expect.poll(() => outside(isAboutToWrite), { timeout: 10_000 }).toBe(true)
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      expect(await outcome).toBe('hung up')
    })
  }

  test.each([
    ['subscription', 'return', 5],
    ['subscription', 'webhook', 5],
    ['lead', 'return', 1],
    ['lead', 'webhook', 1],
  ] as const)(
    'a process killed between the provider’s answer and our write of a paid %s (%s) writes nothing, and the job grants it once',
    async (kind, trigger, credits) => {
      const { server } = harness
      const professional = await buildProfessional(server, { active: kind === 'lead', credits: 0 })
      const { session } = await buy(harness, professional, kind)
      const before = await countBillingRows(server)
      await settleAndKill(professional.id, session, trigger)
      expect(await countBillingRows(server)).toEqual(before)

      serving = await served()
      expect((await fetch(`${serving.origin}/healthz`)).status).toBe(200)
      await Promise.all([JOBS.renewals(server.context, {}), JOBS.renewals(server.context, {})])
      expect((await leadsStatus(server, professional)).leadCredits).toBe(credits)
      const caller = await as(server, professional)
      const { body } = await caller.get(`/api/professional/billing-history/${professional.id}`)
      expect(body.billing_history).toHaveLength(1)
    },
    30_000,
  )
})
