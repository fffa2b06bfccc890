import { afterAll, beforeAll, beforeEach } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildProfessional } from './build.ts'
import { as, visitor } from './call.ts'
import { paid, statusOf } from './paying.ts'
import { testServer } from './server.ts'
import type { TestServer } from './server.ts'
import { NOW } from './visit.ts'

export const DAY = 86_400_000
/** NOW is November 20, so the first month ends on December 20. */
export const PERIOD_END = new Date('2026-12-20T16:00:00Z')

type House = { server: TestServer; now: Date; professional: { id: string; slug: string } }

/** The server on a clock that a test moves, for all tests of a file; each begins with a professional who has just subscribed. */
export function subscribedHouse() {
  const house = { now: NOW } as House
  beforeAll(async () => {
    house.server = await testServer({}, { now: () => house.now })
  })
  afterAll(() => house.server.close())
  beforeEach(async () => {
    const { server } = house
    house.now = NOW
    server.payments.isDown = false
    server.payments.declines = false
    await server.db
      .updateTable('subscriptions')
      .set({ status: 'lapsed', failing_since: null })
      .execute()
    house.professional = await buildProfessional(server, { active: false })
    await paid(server, house.professional, 'subscription')
  })

  const renewals = () => JOBS.renewals(house.server.world, {})
  const caller = () => as(house.server, house.professional)
  return {
    house,
    renewals,

    /** So many days after a moment, her paid period's end unless told; what renews by the clock does. */
    async at(days: number, from = PERIOD_END): Promise<void> {
      house.now = new Date(+from + days * DAY)
      await renewals()
    },

    status: () => statusOf(house.server, house.professional),

    async isListed(): Promise<boolean> {
      const { body } = await visitor(house.server).get(
        '/api/professionals/search/enhanced?zip_code=78701&page_size=50',
      )
      const { id } = house.professional
      return body.professionals.some(({ user_id }: { user_id: string }) => user_id === id)
    },

    cancel: async () =>
      (await caller()).post(
        `/api/professional/cancel-subscription?user_id=${house.professional.id}`,
      ),

    activate: async () =>
      (await caller()).post(`/api/professional/activate/${house.professional.id}`),

    /** How many events of a kind are hers. */
    async events(kind: string): Promise<number> {
      const rows = await house.server.db
        .selectFrom('events')
        .select('id')
        .where('subject_id', '=', house.professional.id)
        .where('kind', '=', kind)
        .execute()
      return rows.length
    },
  }
}
