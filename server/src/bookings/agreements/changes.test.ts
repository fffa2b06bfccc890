// rule: visit-changes
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOW, move, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { expireOpenChange } from './changes.queries.ts'

type Person = { id: string }

let server: TestServer
let now = NOW
let client: Person
let pro: Person
let asClient: Caller
let asPro: Caller
let id: string

const OFFER = {
  services: [],
  supplies: { brings: 'priced', price: 10 },
  eco_products: false,
  pets_ok: false,
  languages: ['en'],
  extras: [
    { code: 'oven', minutes: 30, price: 20 },
    { code: 'fridge', minutes: 15, price: 12 },
  ],
  discounts: { weekly: 0, biweekly: 0, monthly: 0 },
  costs: { cost_per_mile: 0.7, supplies_per_visit: 0 },
}

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server)
  pro = await buildProfessional(server)
  ;[asClient, asPro] = [await as(server, client), await as(server, pro)]
  await saveOffer(OFFER)
  id = await accepted({ extras: ['oven'], supplies: 'professional' })
})

async function saveOffer(offer: object, version = 0) {
  await asPro.put(`/api/professional/offer/${pro.id}`, { offer, version })
}
async function accepted(facts: Record<string, unknown> = {}) {
  const booking = await requestBooking(server, client, pro, facts)
  await move(server, pro, booking, 'accepted')
  return booking
}
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? '200' : `${status} ${body.code}`
const ask = (who: Caller, request: object, headers: Record<string, string> = {}, booking = id) =>
  who.post(`/api/bookings/${booking}/changes`, request, headers)
const asked = async (who: Caller, request: object): Promise<{ id: string }> =>
  (await ask(who, request)).body.change
const answer = (who: Caller, changeId: string, value: string, booking = id) =>
  who.put(`/api/bookings/${booking}/changes/${changeId}`, { answer: value })
const visit = async (who = asClient) => (await who.get(`/api/bookings/${id}/visit`)).body.visit
const stored = () =>
  server.db
    .selectFrom('bookings')
    .select(['estimated_hours', 'supplies', 'total_cents', 'ends_at', 'sequence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const changesOf = (...bookings: string[]) =>
  server.db.selectFrom('booking_changes').select('id').where('booking_id', 'in', bookings).execute()
const versions = async () =>
  (await asClient.get(`/api/bookings/${id}/agreement`)).body.agreement.versions

test('accepting changes total, lines, end and agreement together; what stays keeps its price', async () => {
  // The prices of extras and of supplies rise after the booking.
  const dearer = OFFER.extras.map((extra) => ({ ...extra, price: extra.price * 2 }))
  await saveOffer({ ...OFFER, extras: dearer, supplies: { brings: 'priced', price: 99 } }, 1)
  const key = { 'idempotency-key': 'change' }
  const request = { estimated_hours: 3, extras: ['oven', 'fridge'] }
  const first = await ask(asPro, request, key)
  expect(first.body.change).toMatchObject({
    by: 'professional',
    status: 'open',
    estimated_hours: 3,
    supplies: 'professional',
    lines: [
      { kind: 'labour', hours: 2.25, rate: 65, amount: 146.25 },
      { kind: 'extra', extra: 'oven', amount: 20 },
      { kind: 'extra', extra: 'fridge', amount: 24 },
      { kind: 'supplies', amount: 10 },
    ],
    total_amount: 200.25,
  })
  expect((await ask(asPro, request, key)).body).toEqual(first.body)
  // rule: idempotency-key
  const other = await accepted({ booking_date: '2026-12-02' })
  expect(answerOf(await ask(asPro, request, key, other))).toBe('422 idempotency_key_reused')
  expect(await changesOf(other)).toEqual([])
  const before = await stored()
  expect(before).toMatchObject({ estimated_hours: 2, total_cents: 12_750 })
  expect((await visit()).may).toEqual(['confirm_agreement', 'answer_change'])
  expect((await visit(asPro)).may).toEqual(['confirm_agreement'])

  const change = first.body.change.id
  expect(answerOf(await answer(asPro, change, 'accepted'))).toBe('403 not_yours')
  expect(answerOf(await answer(asClient, change, 'withdrawn'))).toBe('403 not_yours')
  expect((await answer(asClient, change, 'accepted')).body.change.status).toBe('accepted')
  const after = await stored()
  expect(after).toEqual({
    estimated_hours: 3,
    supplies: 'professional',
    total_cents: 20_025,
    ends_at: new Date('2026-12-01T18:00:00Z'),
    sequence: before.sequence + 1,
  })
  expect(await versions()).toMatchObject([{ because: 'accepted' }, { because: 'change' }])
  const { agreement, change: shown } = await visit()
  expect(agreement).toEqual({ version: 2, confirmed: { client: null, professional: null } })
  expect(shown).toMatchObject({ id: change, status: 'accepted' })

  expect(answerOf(await answer(asClient, change, 'accepted'))).toBe('200')
  expect(answerOf(await answer(asClient, change, 'declined'))).toBe('409 change_over')
  expect(await stored()).toEqual(after)
})

test('bad requests are refused, and nothing is written', async () => {
  const refused = async (request: object) => answerOf(await ask(asClient, request))
  expect(await refused({})).toBe('422 invalid_input')
  expect(await refused({ estimated_hours: 2, extras: ['oven'] })).toBe('422 invalid_input')
  expect(await refused({ estimated_hours: 5 })).toBe('422 hours_invalid')
  expect(await refused({ extras: ['ironing'] })).toBe('422 extra_not_offered')
  expect(await refused({ estimated_hours: 1, extras: ['oven', 'fridge'] })).toBe(
    '422 extras_too_long',
  )
  await saveOffer({ ...OFFER, supplies: { brings: 'no', price: null } }, 1)
  const other = await accepted({ booking_date: '2026-12-02', supplies: 'client' })
  const request = { supplies: 'professional' }
  expect(answerOf(await ask(asClient, request, {}, other))).toBe('422 supplies_not_offered')
  const pending = await requestBooking(server, client, pro, { booking_date: '2026-12-03' })
  const hours = { estimated_hours: 3 }
  expect(answerOf(await ask(asClient, hours, {}, pending))).toBe('409 booking_already_moved')
  expect(await changesOf(id, other, pending)).toEqual([])
})

test('one is open at a time, also in a race, and each side proposes five', async () => {
  const race = await Promise.all([
    ask(asClient, { estimated_hours: 3 }),
    ask(asPro, { estimated_hours: 4 }),
  ])
  expect(race.map(answerOf).toSorted()).toEqual(['200', '409 change_open'])
  const { change } = await visit()
  await answer(change.by === 'client' ? asClient : asPro, change.id, 'withdrawn')
  const mine = change.by === 'client' ? 1 : 0
  for (let count = mine; count < 5; count += 1) {
    await answer(asClient, (await asked(asClient, { estimated_hours: 3 })).id, 'withdrawn')
  }
  expect(answerOf(await ask(asClient, { estimated_hours: 3 }))).toBe('409 too_many_proposals')
  expect((await visit()).may).not.toContain('propose_change')
  expect(answerOf(await ask(asPro, { estimated_hours: 3 }))).toBe('200')
})

// rule: booking-conflict
test('a longer visit needs its time: a client learns that it is taken, the professional why', async () => {
  await accepted({ booking_time: '12:00' })
  const request = { estimated_hours: 4 }
  const byPro = await asked(asPro, request)
  expect(answerOf(await answer(asClient, byPro.id, 'accepted'))).toBe('409 slot_taken')
  await answer(asPro, byPro.id, 'withdrawn')
  const byClient = await asked(asClient, request)
  expect(answerOf(await answer(asPro, byClient.id, 'accepted'))).toBe('409 booking_overlap')
  await server.db
    .insertInto('professional_times')
    .values({ professional_id: pro.id, buffer_minutes: 30 })
    .execute()
  await answer(asClient, byClient.id, 'withdrawn')
  const three = await asked(asClient, { estimated_hours: 3 })
  expect(answerOf(await answer(asPro, three.id, 'accepted'))).toBe('409 booking_too_close')
  expect(await stored()).toMatchObject({ estimated_hours: 2, total_cents: 12_750 })
  expect(await versions()).toHaveLength(1)
})

test('an open proposal of another time ends by the new length', async () => {
  const request = { booking_date: '2026-12-02', booking_time: '10:00' }
  const { proposal } = (await asClient.post(`/api/bookings/${id}/proposals`, request)).body
  await answer(asPro, (await asked(asClient, { estimated_hours: 3 })).id, 'accepted')
  await asPro.put(`/api/bookings/${id}/proposals/${proposal.id}`, { answer: 'accepted' })
  expect((await stored()).ends_at).toEqual(new Date('2026-12-02T19:00:00Z'))
})

test('an open change ends with the booking and with a finished visit, whoever is first', async () => {
  const { id: change } = await asked(asClient, { estimated_hours: 3 })
  await Promise.all([
    answer(asPro, change, 'accepted'),
    move(server, client, id, 'cancelled', 'Plans changed'),
  ])
  const row = await server.db
    .selectFrom('booking_changes')
    .select('status')
    .where('id', '=', change)
    .executeTakeFirstOrThrow()
  const isFirst = row.status === 'accepted'
  expect(row.status).toBe(isFirst ? 'accepted' : 'expired')
  expect(await versions()).toHaveLength(isFirst ? 2 : 1)
  expect((await stored()).estimated_hours).toBe(isFirst ? 3 : 2)
  // The credit came back with the cancellation, and closed the lead.
  expect(answerOf(await answer(asPro, change, 'accepted'))).toBe('402 lead_closed_cancelled')

  id = await accepted({ booking_date: '2026-12-03' })
  const open = await asked(asPro, { estimated_hours: 3 })
  await server.db.transaction().execute((tx) => expireOpenChange(tx, id))
  expect(answerOf(await answer(asClient, open.id, 'accepted'))).toBe('409 change_over')
  expect((await visit()).change.status).toBe('expired')
})

// rule: booking-roles, lead-locked, block
test('others see no change, a locked lead and a blocked pair propose none', async () => {
  const { id: change } = await asked(asClient, { estimated_hours: 3 })
  const stranger = await as(server, await buildProfessional(server))
  expect(answerOf(await answer(stranger, change, 'accepted'))).toBe('404 booking_not_found')
  expect(answerOf(await ask(stranger, { estimated_hours: 3 }))).toBe('404 booking_not_found')
  const foreign = await accepted({ booking_date: '2026-12-05' })
  expect(answerOf(await answer(asPro, change, 'accepted', foreign))).toBe('404 not_found')
  expect(answerOf(await answer(asPro, 'x', 'accepted'))).toBe('404 not_found')
  expect(answerOf(await answer(asPro, change, 'yes'))).toBe('422 invalid_input')
  const block = { blocker_id: client.id, blocked_id: pro.id, at: NOW }
  await server.db.insertInto('blocks').values(block).execute()
  expect(answerOf(await ask(asPro, { estimated_hours: 4 }))).toBe('403 conversation_blocked')
  const leads = server.db.updateTable('leads').where('client_id', '=', client.id)
  await leads.set({ opened_at: null }).execute()
  expect(answerOf(await answer(asPro, change, 'accepted'))).toBe('402 lead_locked')
  expect(answerOf(await ask(asPro, { estimated_hours: 4 }))).toBe('402 lead_locked')
  expect((await visit()).change.status).toBe('open')
})

// rule: work-agreement
test('a visit of a series that changes alone has further versions of its own', async () => {
  const facts = { booking_date: '2026-12-08', cleaning_frequency: 'weekly', series: {} }
  const first = await accepted(facts)
  const { series_id } = await server.db
    .selectFrom('bookings')
    .select('series_id')
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  const visits = await server.db
    .selectFrom('bookings')
    .select('id')
    .where('series_id', '=', series_id)
    .orderBy('starts_at')
    .execute()
  id = visits[1]!.id
  await answer(asPro, (await asked(asClient, { estimated_hours: 3 })).id, 'accepted')
  const becauses = async () => (await versions()).map(({ because }: { because: string }) => because)
  expect(await becauses()).toEqual(['accepted', 'change'])
  id = visits[2]!.id
  expect(await becauses()).toEqual(['accepted'])

  const change = { from_date: '2026-12-15', booking_time: '10:00' }
  const { series } = (await asPro.post(`/api/series/${series_id}/changes`, change)).body
  const path = `/api/series/${series_id}/changes/${series.change.id}`
  await asClient.put(path, { answer: 'accepted' })
  expect(await becauses()).toEqual(['accepted', 'series'])
  id = visits[1]!.id
  expect(await becauses()).toEqual(['accepted', 'change', 'series'])
})
