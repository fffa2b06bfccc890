// rule: webhook-is-a-hint
import { expect, test } from 'vitest'
import { readEvent, signEvent } from './events.ts'

test.each(['', 'not JSON', 'null', '[]', '7', '{}', '{"id":"evt_1","data":{}}'])(
  'the signed text %j, which is no event, is refused',
  async (body) => {
    const secret = 'whsec_test'
    const now = new Date('2026-11-20T12:00:00Z')
    const headers = { 'stripe-signature': await signEvent(body, secret, now) }
    expect(await readEvent(Buffer.from(body), headers, { secret, now })).toBeUndefined()
  },
)
