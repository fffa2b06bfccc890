// rule: payment-settled-once
import { expect, test } from 'vitest'
import { readEvent, signEvent } from './events.ts'

test.each([
  '',
  'not JSON',
  'null',
  '[]',
  '7',
  '{}',
  '{"id":"evt_1","data":{}}',
  '{"id":"evt_1","data":{"object":null}}',
  '{"id":"evt_1","data":null}',
  '{"id":"evt_1","object":"event","data":{"object":null}}',
  '{"id":7,"object":"v2.core.event"}',
  '{"id":"evt\\u0000","object":"v2.core.event"}',
  '{"id":"evt_1","data":{"object":{"object":"checkout.session","id":"cs_\\u0000"}}}',
  '{"id":"evt_1","data":{"object":{"object":"charge","payment_intent":"pi 1"}}}',
  '{"id":"evt_1","data":{"object":{"object":"subscription","id":""}}}',
])('the signed text %j, which is no event, is refused', async (body) => {
  const secret = 'whsec_test'
  const now = new Date('2026-11-20T12:00:00Z')
  const headers = { 'stripe-signature': await signEvent(body, secret, now) }
  expect(await readEvent(Buffer.from(body), headers, { secret, now })).toBeUndefined()
})

test.each([
  '{"id":"evt_1","object":"v2.core.event","type":"v1.billing.meter.error_report_triggered","related_object":{"id":"x"}}',
  '{"id":"evt_1","object":"event","type":"balance.available","data":{"object":{"object":"balance"}}}',
])('the signed event %s of another kind is about nothing', async (body) => {
  const secret = 'whsec_test'
  const now = new Date('2026-11-20T12:00:00Z')
  const headers = { 'stripe-signature': await signEvent(body, secret, now) }
  const event = await readEvent(Buffer.from(body), headers, { secret, now })
  expect(event).toEqual({ id: 'evt_1', about: 'other' })
})

test.each(['checkout.session', 'subscription', 'invoice', 'charge', 'refund'])(
  'a signed event about a %s without a readable id is about nothing',
  async (object) => {
    const secret = 'whsec_test'
    const now = new Date('2026-11-20T12:00:00Z')
    for (const facts of [{}, { id: 7, payment_intent: 7 }, { id: null, payment_intent: null }]) {
      const body = JSON.stringify({ id: 'evt_1', data: { object: { object, ...facts } } })
      const headers = { 'stripe-signature': await signEvent(body, secret, now) }
      const event = await readEvent(Buffer.from(body), headers, { secret, now })
      expect(event).toEqual({ id: 'evt_1', about: 'other' })
    }
  },
)
