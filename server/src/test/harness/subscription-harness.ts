import { afterAll, beforeAll, beforeEach } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildProfessional } from '../builders/build.ts'
import { as, visitor } from '../call.ts'
import { payAndReturn, leadsStatus } from '../builders/paying.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'
import { NOW } from '../builders/booking.ts'

export const DAY = 86_400_000
/** NOW is November 20, so the first month ends on December 20. */
export const PERIOD_END = new Date('2026-12-20T16:00:00Z')

type Harness = { server: TestServer; now: Date; professional: { id: string; slug: string } }

/**
 * The server with a clock that a test moves, for all tests of a file. Each test begins with a new professional without
 * a subscription.
 */
export function inactiveHarness() {
  const harness = { now: NOW } as Harness
  beforeAll(async () => {
    harness.server = await testServer({}, { now: () => harness.now })
  })
  afterAll(() => harness.server.close())
  beforeEach(async () => {
    const { server } = harness
    harness.now = NOW
    server.payments.isDown = false
    server.payments.declines = false
    harness.professional = await buildProfessional(server, { active: false })
  })
  return {
    harness,

    async isListed(): Promise<boolean> {
      const { body } = await visitor(harness.server).get(
        '/api/professionals/search/enhanced?zip_code=78701&page_size=50',
      )
      const { id } = harness.professional
      return body.professionals.some(({ user_id }: { user_id: string }) => user_id === id)
    },
  }
}

/** Like `inactiveHarness`, but each test begins with a newly subscribed professional, and no other is active. */
export function subscriptionHarness() {
  const { harness, isListed } = inactiveHarness()
  beforeEach(async () => {
    await harness.server.db
      .updateTable('subscriptions')
      .set({ status: 'lapsed', failing_since: null })
      .execute()
    await payAndReturn(harness.server, harness.professional, 'subscription')
  })

  const renewals = () => JOBS.renewals(harness.server.context, {})
  const caller = () => as(harness.server, harness.professional)
  return {
    harness,
    isListed,
    renewals,

    /**
     * Moves the clock `days` after a moment, by default the end of the paid period, and runs the job 'renewals'.
     */
    async at(days: number, from = PERIOD_END): Promise<void> {
      harness.now = new Date(+from + days * DAY)
      await renewals()
    },

    status: () => leadsStatus(harness.server, harness.professional),

    cancel: async () =>
      (await caller()).post(
        `/api/professional/cancel-subscription?user_id=${harness.professional.id}`,
      ),

    activate: async () =>
      (await caller()).post(`/api/professional/activate/${harness.professional.id}`),

    /** How many events of a kind the professional has. */
    async events(kind: string): Promise<number> {
      const rows = await harness.server.db
        .selectFrom('events')
        .select('id')
        .where('subject_id', '=', harness.professional.id)
        .where('kind', '=', kind)
        .execute()
      return rows.length
    },
  }
}
