import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { LEDGER_ENTRIES_MAX } from '#contract/money/billing.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { openCheckout, payAndReturn, returnFromCheckout } from '#server/test/builders/paying.ts'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { leadsHarness } from '#server/test/harness/leads-harness.ts'
import { waitingLeadsOf } from './leads.ts'

const { harness, contact, write, isOpen, credits, ledger, ledgerMatches } = leadsHarness()

// rule: lead-is-one-pair
test('one pair is one lead for ever: contact, messages and bookings together cost one credit', async () => {
  expect(await contact()).toBe(true)
  await contact()
  await write()
  await requestBooking(harness.server, harness.client, harness.professional)
  expect(await credits()).toBe(0)
  expect((await ledger()).entries).toHaveLength(2)
})

// rule: lead-locked
test('without a credit the client notices nothing, and the professional cannot accept until a credit comes: 402', async () => {
  await contact(await buildClient(harness.server))
  const booking = await requestBooking(harness.server, harness.client, harness.professional)
  expect(await isOpen()).toBe(false)
  expect(await move(harness.server, harness.professional, booking, 'accepted')).toMatchObject({
    status: 402,
    body: { detail: 'No lead credits left. Buy a lead to open this conversation.' },
  })
  const list = (
    await (
      await as(harness.server, harness.professional)
    ).get(`/api/bookings/professional/${harness.professional.id}`)
  ).body
  expect(list.bookings[0]).toMatchObject({
    locked: true,
    may: ['declined', 'cancelled'],
    zip_code: '78701',
    client_details: { first_name: 'Maya', last_name: '', email: '', phone: '' },
    address: '',
  })
  await payAndReturn(harness.server, harness.professional, 'lead')
  expect(await isOpen()).toBe(true)
  expect((await move(harness.server, harness.professional, booking, 'accepted')).status).toBe(200)
})

// rule: lead-locked
test('declining a locked request is free', async () => {
  await contact(await buildClient(harness.server))
  const booking = await requestBooking(harness.server, harness.client, harness.professional)
  expect((await move(harness.server, harness.professional, booking, 'declined')).status).toBe(200)
  expect(await credits()).toBe(0)
})

// rule: lead-is-one-pair
test('a credit opens the waiting leads, oldest first, as soon as it comes', async () => {
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => buildClient(harness.server)))
  for (const sender of [first!, second!, third!]) {
    harness.now = new Date(+harness.now + 1000)
    await write(sender)
  }
  expect(await Promise.all([first!, second!, third!].map(isOpen))).toEqual([true, false, false])
  const waiting = await ledger()
  expect([waiting.waiting.length, waiting.waiting_total]).toEqual([2, 2])
  const ofOne = await waitingLeadsOf(harness.server.db, harness.professional.id, 1)
  expect(ofOne.map(({ since }) => since.toISOString())).toEqual([waiting.waiting[0].since])
  await payAndReturn(harness.server, harness.professional, 'lead')
  expect(await Promise.all([first!, second!, third!].map(isOpen))).toEqual([true, true, false])
  expect(await credits()).toBe(0)
  expect(await ledgerMatches()).toBe(true)
})

describe('concurrent contacts and credits', () => {
  // rule: lead-is-one-pair
  test('of fifty contacts for the last credit one lead opens, and the balance is never below zero', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => buildClient(harness.server)))
    await Promise.all(
      clients.map((sender, index) =>
        index % 2 ? write(sender) : requestBooking(harness.server, sender, harness.professional),
      ),
    )
    const open = await Promise.all(clients.map(isOpen))
    expect(open.filter(Boolean)).toHaveLength(1)
    expect(await credits()).toBe(0)
    expect(await ledgerMatches()).toBe(true)
  })

  // rule: lead-is-one-pair
  test('fifty requests of one client at once make one lead, for one credit', async () => {
    harness.professional = await buildProfessional(harness.server, { credits: 10 })
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 3 === 0
          ? write()
          : index % 3 === 1
            ? contact()
            : requestBooking(harness.server, harness.client, harness.professional),
      ),
    )
    expect(await credits()).toBe(9)
    expect(await ledgerMatches()).toBe(true)
  })

  // rule: lead-is-one-pair
  test('credits and contacts that race leave no lead waiting while there is a credit', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => buildClient(harness.server)))
    const sessions = []
    for (let n = 0; n < 10; n++) {
      const session = await openCheckout(harness.server, harness.professional, 'lead')
      await harness.server.payments.pay(session)
      sessions.push(session)
    }
    await Promise.all([
      ...clients.map((sender) => write(sender)),
      ...sessions.map((session) =>
        returnFromCheckout(harness.server, harness.professional, session),
      ),
    ])
    expect((await Promise.all(clients.map(isOpen))).filter(Boolean)).toHaveLength(11)
    expect(await credits()).toBe(0)
    expect(await ledgerMatches()).toBe(true)
  })
})

// rule: credit-ledger
test('the ledger shows the newest 500 entries with the balance after each, and says that there are older ones', async () => {
  const add = (count: number) =>
    sql`insert into lead_ledger (professional_id, kind, amount, reason, key, at)
      select ${harness.professional.id}::uuid, 'granted', 1, 'operator', gen_random_uuid()::text, ${harness.now}::timestamptz
      from generate_series(1, ${count}::integer)`.execute(harness.server.db)
  // One credit is there from the beginning.
  await add(LEDGER_ENTRIES_MAX - 1)
  expect(await ledger()).toMatchObject({ balance: 500, has_older: false })
  await add(1)
  const { entries, balance, has_older } = await ledger()
  expect([entries.length, balance, has_older]).toEqual([500, 501, true])
  expect([entries[0].balance, entries[1].balance, entries[499].balance]).toEqual([501, 500, 2])
})

// rule: credit-ledger
test('nothing in the ledger can be changed or taken out, and no entry can bring the balance below zero', async () => {
  await expect(
    harness.server.db.updateTable('lead_ledger').set({ amount: 9 }).execute(),
  ).rejects.toThrow('Nothing is changed')
  await expect(harness.server.db.deleteFrom('lead_ledger').execute()).rejects.toThrow(
    'Nothing is changed',
  )
  await expect(sql`truncate lead_ledger`.execute(harness.server.db)).rejects.toThrow(
    'Nothing is changed',
  )
  await expect(
    harness.server.db
      .insertInto('lead_ledger')
      .values({
        professional_id: harness.professional.id,
        kind: 'withdrawn',
        amount: -2,
        reason: 'refund',
        key: 'too many',
        at: harness.now,
      })
      .execute(),
  ).rejects.toThrow('lead_credits_never_below_zero')
  expect(await credits()).toBe(1)
})
