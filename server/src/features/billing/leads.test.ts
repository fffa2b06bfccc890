import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/product.ts'
import { JOBS } from '#server/jobs.ts'
import { hashPassword } from '#server/features/identity/passwords.ts'
import { PASSWORD } from '#server/test/account.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as } from '#server/test/call.ts'
import {
  isLeadOpen,
  openCheckout,
  payAndReturn,
  returnFromCheckout,
  leadsStatus,
} from '#server/test/paying.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking } from '#server/test/booking.ts'
import { receiveLead } from './leads.ts'

type Person = { id: string }

const HOUR = 3_600_000
/** In hours. */
const SECOND = 1 / 3600
let server: TestServer
let now = NOW
let client: Person
let professional: Person

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  professional = await buildProfessional(server, { credits: 1 })
})

const pair = (sender = client) => ({ professionalId: professional.id, clientId: sender.id })
const inTransaction = <Result>(command: (tx: TestServer['db']) => Promise<Result>) =>
  server.db.transaction().execute(command)
const contact = (sender = client) =>
  inTransaction((tx) => receiveLead(tx, { ...pair(sender), source: 'contact', at: now }))
const write = (sender = client) =>
  inTransaction((tx) => receiveLead(tx, { ...pair(sender), source: 'message', at: now }))
const answer = async (sender = client) => {
  const body = { sender_id: professional.id, receiver_id: sender.id, message: 'Hello' }
  const answered = await (await as(server, professional)).post('/api/chat/messages', body)
  expect(answered.status).toBe(200)
}
const isOpen = (other = client) => isLeadOpen(server.db, pair(other))
const credits = async () => (await leadsStatus(server, professional)).leadCredits
const after = async (hours: number) => {
  now = new Date(+NOW + hours * HOUR)
  await JOBS['return-leads'](server.context, {})
}
async function ledger() {
  const caller = await as(server, professional)
  return (await caller.get(`/api/professional/ledger/${professional.id}`)).body
}
const ledgerMatches = async () => {
  const { rows } = await sql<{ matches: boolean }>`
    select bool_and(balance = (select sum(amount) from lead_ledger where professional_id = lead_credits.professional_id)) as matches
    from lead_credits`.execute(server.db)
  return rows[0]!.matches
}

// rule: lead-is-one-pair
test('one pair is one lead for ever: contact, messages and bookings together cost one credit', async () => {
  expect(await contact()).toBe(true)
  await contact()
  await write()
  await requestBooking(server, client, professional)
  expect(await credits()).toBe(0)
  expect((await ledger()).entries).toHaveLength(2)
})

// rule: lead-locked
test('without a credit the client notices nothing, and the professional cannot accept until a credit comes: 402', async () => {
  await contact(await buildClient(server))
  const booking = await requestBooking(server, client, professional)
  expect(await isOpen()).toBe(false)
  expect(await move(server, professional, booking, 'accepted')).toMatchObject({
    status: 402,
    body: { detail: 'No lead credits left. Buy a lead to open this conversation.' },
  })
  const list = (
    await (await as(server, professional)).get(`/api/bookings/professional/${professional.id}`)
  ).body
  expect(list.bookings[0]).toMatchObject({
    locked: true,
    may: ['declined', 'cancelled'],
    zip_code: '78701',
    client_details: { first_name: 'Maya', last_name: '', email: '', phone: '' },
    address: '',
  })
  await payAndReturn(server, professional, 'lead')
  expect(await isOpen()).toBe(true)
  expect((await move(server, professional, booking, 'accepted')).status).toBe(200)
})

// rule: lead-locked
test('declining a locked request is free', async () => {
  await contact(await buildClient(server))
  const booking = await requestBooking(server, client, professional)
  expect((await move(server, professional, booking, 'declined')).status).toBe(200)
  expect(await credits()).toBe(0)
})

// rule: lead-opens
test('a credit opens the waiting leads, oldest first, as soon as it comes', async () => {
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => buildClient(server)))
  for (const sender of [first!, second!, third!]) {
    now = new Date(+now + 1000)
    await write(sender)
  }
  expect(await Promise.all([first!, second!, third!].map(isOpen))).toEqual([true, false, false])
  expect((await ledger()).waiting).toHaveLength(2)
  await payAndReturn(server, professional, 'lead')
  expect(await Promise.all([first!, second!, third!].map(isOpen))).toEqual([true, true, false])
  expect(await credits()).toBe(0)
  expect(await ledgerMatches()).toBe(true)
})

// rule: lead-returns
describe('fair leads', () => {
  test('the credit of a contact without a message returns after 72 hours, once, with its reason', async () => {
    await contact()
    await after(72 - SECOND)
    expect(await credits()).toBe(0)
    await after(72)
    await after(73)
    expect(await credits()).toBe(1)
    expect(await isOpen()).toBe(false)
    expect(
      (await ledger()).entries.map(({ kind, reason, balance }: Record<string, unknown>) => [
        kind,
        reason,
        balance,
      ]),
    ).toEqual([
      ['returned', 'no_word', 1],
      ['spent', 'first_contact', 0],
      ['granted', 'activation', 1],
    ])
  })

  test('an answer within 24 hours, then 72 hours of silence: the credit returns, and not a second sooner', async () => {
    await write()
    await after(24)
    await answer()
    await after(24 + 72 - SECOND)
    expect(await credits()).toBe(0)
    await after(24 + 72)
    expect(await credits()).toBe(1)
    expect((await ledger()).entries[0]).toMatchObject({
      kind: 'returned',
      reason: 'silent',
      client: 'Maya',
    })
  })

  test.each([
    [
      'an answer after 24 hours',
      async () => {
        await write()
        await after(24 + SECOND)
        await answer()
      },
    ],
    [
      'no answer',
      async () => {
        await write()
      },
    ],
    [
      'a client who went on writing',
      async () => {
        await write()
        await after(2)
        await answer()
        await after(50)
        await write()
      },
    ],
    [
      'a booking',
      async () => {
        await requestBooking(server, client, professional)
      },
    ],
  ])('%s gives nothing back', async (_title, act) => {
    await act()
    await after(400)
    expect(await credits()).toBe(0)
    expect(await isOpen()).toBe(true)
  })

  describe('a client cancels an accepted visit soon after the first contact', () => {
    const book = async (facts = {}) => {
      const booking = await requestBooking(server, client, professional, facts)
      expect((await move(server, professional, booking, 'accepted')).status).toBe(200)
      return booking
    }
    const cancel = async (booking: string, mover = client) =>
      (await move(server, mover, booking, 'cancelled', 'Moving away')).status
    const returns = async () =>
      (await ledger()).entries.filter(({ kind }: { kind: string }) => kind === 'returned')

    test('within 24 hours: the credit returns at once with its reason, once, and the lead closes', async () => {
      const booking = await book()
      now = new Date(+NOW + 24 * HOUR)
      expect(await cancel(booking)).toBe(200)
      expect(await cancel(booking)).toBe(200)
      expect(await credits()).toBe(1)
      expect(await isOpen()).toBe(false)
      expect(await returns()).toMatchObject([{ reason: 'cancelled_early', client: 'Maya' }])
      expect(await ledgerMatches()).toBe(true)
    })

    test('a millisecond after 24 hours nothing returns', async () => {
      const booking = await book()
      now = new Date(+NOW + 24 * HOUR + 1)
      expect(await cancel(booking)).toBe(200)
      expect(await credits()).toBe(0)
      expect(await isOpen()).toBe(true)
    })

    test('the 24 hours begin with the lead, not with the booking', async () => {
      await write()
      now = new Date(+NOW + 20 * HOUR)
      const booking = await book()
      now = new Date(+NOW + 25 * HOUR)
      expect(await cancel(booking)).toBe(200)
      expect(await credits()).toBe(0)
    })

    test('a cancellation by the professional, and that of a pending request, give nothing back', async () => {
      const accepted = await book()
      expect(await cancel(accepted, professional)).toBe(200)
      const pending = await requestBooking(server, client, professional)
      expect(await cancel(pending)).toBe(200)
      expect(await credits()).toBe(0)
      expect(await isOpen()).toBe(true)
    })

    test('while the pair has another accepted visit nothing returns; with the last one it does', async () => {
      const first = await book()
      const second = await book({ booking_date: '2026-12-02' })
      expect(await cancel(first)).toBe(200)
      expect(await credits()).toBe(0)
      expect(await isOpen()).toBe(true)
      expect(await cancel(second)).toBe(200)
      expect(await credits()).toBe(1)
    })

    test('the credit that returns opens the next lead that waits, and a client who comes back costs one that stays spent', async () => {
      const booking = await book()
      const other = await buildClient(server)
      await write(other)
      expect(await isOpen(other)).toBe(false)
      await cancel(booking)
      expect(await isOpen(other)).toBe(true)
      await payAndReturn(server, professional, 'lead')
      const again = await book({ booking_date: '2026-12-03' })
      await cancel(again)
      expect(await credits()).toBe(0)
      expect(await returns()).toHaveLength(1)
    })

    test('a client who deletes their account within 24 hours costs no credit either', async () => {
      await book()
      const password_hash = await hashPassword(PASSWORD)
      await server.db
        .updateTable('users')
        .set({ password_hash })
        .where('id', '=', client.id)
        .execute()
      const deleted = await (
        await as(server, client)
      ).delete(`/api/users/${client.id}`, {
        [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
      })
      expect(deleted.status).toBe(200)
      expect(await credits()).toBe(1)
    })

    test('cancelling two visits at once, or accepting one meanwhile, returns a credit only if no visit stands', async () => {
      for (let round = 0; round < 12; round++) {
        client = await buildClient(server)
        professional = await buildProfessional(server, { credits: 1 })
        const [first, second, third] = [
          await book({ booking_date: '2026-12-04' }),
          await book({ booking_date: '2026-12-05' }),
          await requestBooking(server, client, professional, { booking_date: '2026-12-06' }),
        ]
        await Promise.all([
          cancel(first),
          cancel(second),
          ...(round % 2 ? [move(server, professional, third, 'accepted')] : []),
        ])
        const standing = await server.db
          .selectFrom('bookings')
          .select('id')
          .where('professional_id', '=', professional.id)
          .where('status', '=', 'accepted')
          .execute()
        expect(await credits()).toBe(standing.length > 0 ? 0 : 1)
        expect(await isOpen()).toBe(standing.length > 0)
      }
    })
  })

  test('a lead with an accepted booking stays open, however silent the client is', async () => {
    const booking = await requestBooking(server, client, professional)
    await answer()
    await move(server, professional, booking, 'accepted')
    await after(400)
    expect(await isOpen()).toBe(true)
    expect(await credits()).toBe(0)
  })

  // rule: lead-comes-back
  test('a client who comes back opens the lead again with a credit, which never returns a second time', async () => {
    await contact()
    await after(72)
    expect(await credits()).toBe(1)
    expect(await contact()).toBe(false)
    expect(await credits()).toBe(1)
    expect(await write()).toBe(true)
    expect(await credits()).toBe(0)
    await answer()
    await after(400)
    expect(await credits()).toBe(0)
    expect((await ledger()).entries[0]).toMatchObject({ kind: 'spent', reason: 'came_back' })
  })

  // rule: lead-opens
  test('a credit that returns opens the next lead that waits', async () => {
    await contact()
    const other = await buildClient(server)
    await write(other)
    expect(await isOpen(other)).toBe(false)
    await after(72)
    expect(await isOpen(other)).toBe(true)
  })
})

test('a credit whose return fails stops none of those behind it, and is tried again', async () => {
  await contact()
  const poison = pair()
  const key = `returned ${poison.professionalId} ${poison.clientId}`
  await server.db
    .insertInto('lead_ledger')
    .values({
      professional_id: poison.professionalId,
      client_id: poison.clientId,
      kind: 'returned',
      amount: 1,
      reason: 'no_word',
      key,
      at: now,
    })
    .execute()
  professional = await buildProfessional(server, { credits: 1 })
  now = new Date(+NOW + 1000)
  await contact()
  await after(73)
  expect(await credits()).toBe(1)
  expect(await isLeadOpen(server.db, poison)).toBe(true)
})

describe('concurrent contacts and credits', () => {
  // rule: lead-opens
  test('of fifty contacts for the last credit one lead opens, and the balance is never below zero', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => buildClient(server)))
    await Promise.all(
      clients.map((sender, index) =>
        index % 2 ? write(sender) : requestBooking(server, sender, professional),
      ),
    )
    const open = await Promise.all(clients.map(isOpen))
    expect(open.filter(Boolean)).toHaveLength(1)
    expect(await credits()).toBe(0)
    expect(await ledgerMatches()).toBe(true)
  })

  // rule: lead-is-one-pair
  test('fifty requests of one client at once make one lead, for one credit', async () => {
    professional = await buildProfessional(server, { credits: 10 })
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 3 === 0
          ? write()
          : index % 3 === 1
            ? contact()
            : requestBooking(server, client, professional),
      ),
    )
    expect(await credits()).toBe(9)
    expect(await ledgerMatches()).toBe(true)
  })

  // rule: lead-opens
  test('credits and contacts that race leave no lead waiting while there is a credit', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => buildClient(server)))
    const sessions = []
    for (let n = 0; n < 10; n++) sessions.push(await openCheckout(server, professional, 'lead'))
    for (const session of sessions) await server.payments.pay(session)
    await Promise.all([
      ...clients.map((sender) => write(sender)),
      ...sessions.map((session) => returnFromCheckout(server, professional, session)),
    ])
    expect((await Promise.all(clients.map(isOpen))).filter(Boolean)).toHaveLength(11)
    expect(await credits()).toBe(0)
    expect(await ledgerMatches()).toBe(true)
  })
})

// rule: credit-ledger
test('nothing in the ledger can be changed or taken out, and no entry can bring the balance below zero', async () => {
  await expect(server.db.updateTable('lead_ledger').set({ amount: 9 }).execute()).rejects.toThrow(
    'Nothing is changed',
  )
  await expect(server.db.deleteFrom('lead_ledger').execute()).rejects.toThrow('Nothing is changed')
  await expect(sql`truncate lead_ledger`.execute(server.db)).rejects.toThrow('Nothing is changed')
  await expect(
    server.db
      .insertInto('lead_ledger')
      .values({
        professional_id: professional.id,
        kind: 'withdrawn',
        amount: -2,
        reason: 'refund',
        key: 'too many',
        at: now,
      })
      .execute(),
  ).rejects.toThrow('lead_credits_never_below_zero')
  expect(await credits()).toBe(1)
})
