// rule: rate-limits
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { networkLimitsOf } from './network-limits.ts'
import type { NetworkLimit } from './network-limits.ts'
import { consumeRateLimit } from './rate-limits.ts'
import type { RateLimit } from './rate-limits.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

let server: TestServer
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' })
})
afterAll(() => server.close())

type Window = readonly [times: number, seconds: number]

/** The tables of docs/rules/calls.md. */
const OF_KEYS: Record<RateLimit, Window> = {
  sign_in_by_user: [30, HOUR],
  sign_in_by_network: [300, HOUR],
  register_by_address: [10, HOUR],
  login_by_device: [10, 15 * MINUTE],
  login_by_email_and_network: [10, 15 * MINUTE],
  login_by_network: [60, 15 * MINUTE],
  login_by_email: [100, DAY],
  forgot_by_address: [20, HOUR],
  forgot_by_email: [4, HOUR],
  reset_by_address: [20, HOUR],
  not_me_by_address: [20, HOUR],
  verification_by_user_and_minute: [1, MINUTE],
  verification_by_user: [5, DAY],
  verification_by_email: [10, DAY],
  verify_email_by_address: [20, HOUR],
  email_change_by_user: [3, DAY],
  verify_email_read_by_address: [60, HOUR],
  change_password_by_session: [10, HOUR],
  operator_login_by_device: [10, 15 * MINUTE],
  operator_login_by_email_and_network: [10, 15 * MINUTE],
  operator_login_by_network: [60, 15 * MINUTE],
  operator_login_by_email: [100, DAY],
  operator_confirm_by_session: [10, HOUR],
  confirm_by_session: [10, HOUR],
  passkey_by_network: [240, 15 * MINUTE],
  recovery_codes_by_user: [3, DAY],
  factor_change_by_user: [20, DAY],
  totp_by_user: [20, HOUR],
  wrong_factor_by_user: [20, DAY],
  upload_by_user: [120, HOUR],
  upload_again_by_user: [600, HOUR],
  allowed_pair_by_client: [10, HOUR],
  report_by_user: [20, HOUR],
  subject_report_by_user: [20, DAY],
  ssn_by_user: [3, DAY],
  message_by_sender: [120, 10 * MINUTE],
  unknown_checkout_by_user: [10, HOUR],
  unknown_checkout_by_network: [60, HOUR],
  contact_by_network: [20, DAY],
  contact_by_user: [5, DAY],
  contact_by_email_and_network: [5, DAY],
  support_by_thread: [10, DAY],
  review_by_user: [20, HOUR],
  calendar_by_user: [30, HOUR],
  made_feed_by_user: [10, DAY],
  feed_by_user: [20, HOUR],
  read_by_calendar: [1, 5 * MINUTE],
  booking_by_client: [30, HOUR],
  booking_by_network: [120, HOUR],
  free_time_by_client: [30, HOUR],
  new_pair_by_network: [60, DAY],
  young_pair_by_network: [20, HOUR],
  unscreened_by_professional_and_network: [3, HOUR],
  unscreened_by_professional: [3, HOUR],
  series_by_user: [60, HOUR],
}
const OF_CALLS: Record<Exclude<NetworkLimit, 'missing'>, Window> = {
  search: [1200, 10 * MINUTE],
  suggestions: [3000, 10 * MINUTE],
  checkout: [60, HOUR],
  slots: [120, MINUTE],
  quotes: [120, MINUTE],
}

const limits = () => networkLimitsOf(server.context)
const trier = { ip: '198.51.100.3' }
type Case = [name: string, window: Window, call: () => Promise<unknown>]
const cases: Case[] = [
  ...(Object.entries(OF_KEYS) as [RateLimit, Window][]).map(([kind, window]): Case => {
    return [kind, window, () => consumeRateLimit(server.context, kind, 'one key')]
  }),
  ...(Object.entries(OF_CALLS) as [NetworkLimit, Window][]).flatMap(([limit, window]): Case[] => {
    const ofVisitors = () => limits().consume(limit, { ip: '198.51.100.1' }, null)
    const ofUser = () => limits().consume(limit, { ip: '198.51.100.2' }, { id: 'one user' })
    return [
      [`${limit} of one network`, window, ofVisitors],
      [`${limit} of one user`, window, ofUser],
    ]
  }),
  [
    'an answer 404 of one network',
    [300, 10 * MINUTE],
    async () => {
      await limits().checkMissing(trier, null)
      await limits().countMissing(trier, null)
    },
  ],
]
test.each(cases)(
  '%s is refused after %j until its time ends',
  async (_, [times, seconds], call) => {
    const begun = performance.now()
    for (let time = 0; time < times; time++) await call()
    const refused = (await call().catch((error: unknown) => error)) as { retryAfterSeconds: number }
    const passed = (performance.now() - begun) / 1000
    expect(refused).toMatchObject({ code: 'too_many_requests' })
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(seconds)
    // A second more, because the count keeps no fractions.
    expect(refused.retryAfterSeconds).toBeGreaterThan(seconds - passed - 1)
  },
)
