// rule: price-lines
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { replaceLines } from './booking-lines.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())

const linesOf = (id: string) =>
  server.context.db
    .selectFrom('booking_lines')
    .select(['kind', 'minutes', 'rate_cents', 'amount_cents'])
    .where('booking_id', '=', id)
    .orderBy('position')
    .execute()

test('each booking has lines that sum to its total, whoever writes it', async () => {
  const [pro, client] = [await buildProfessional(server), await buildClient(server)]
  const id = await requestBooking(server, client, pro)
  const [line] = await linesOf(id)
  const { total_cents } = await server.context.db
    .selectFrom('bookings')
    .select('total_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({ kind: 'labour', minutes: 120, amount_cents: total_cents })

  const labour = { kind: 'labour', minutes: 120, rateCents: 6500, amountCents: 1 } as const
  const wrong = server.context.db.transaction().execute((tx) => replaceLines(tx, id, [labour]))
  await expect(wrong).rejects.toMatchObject({ code: '23514' })
  expect(await linesOf(id)).toEqual([line])
})

// rule: booking-extras
test('both lists, the page, the dashboard and the card in the conversation have the lines', async () => {
  const [pro, client] = [await buildProfessional(server), await buildClient(server)]
  const id = await requestBooking(server, client, pro, { estimated_hours: 3 })
  const [asPro, asClient] = [await as(server, pro), await as(server, client)]
  const { context } = server
  await context.db.transaction().execute((tx) =>
    replaceLines(tx, id, [
      { kind: 'labour', minutes: 150, rateCents: 6500, amountCents: 16_250 },
      { kind: 'extra', extra: 'oven', name: null, minutes: 30, amountCents: 2500 },
      { kind: 'supplies', amountCents: 1500 },
      { kind: 'discount', percent: 4, amountCents: -750 },
    ]),
  )
  const price = {
    lines: [
      { kind: 'labour', hours: 2.5, rate: 65, amount: 162.5 },
      { kind: 'extra', extra: 'oven', name: null, minutes: 30, amount: 25 },
      { kind: 'supplies', amount: 15 },
      { kind: 'discount', percent: 4, amount: -7.5 },
    ],
    extras: ['oven'],
    supplies: 'client',
    total_amount: 195,
  }
  const bodies = [
    (await asClient.get(`/api/bookings/client/${client.id}`)).body.bookings[0],
    (await asClient.get(`/api/bookings/${id}`)).body.booking,
    (await asPro.get(`/api/bookings/professional/${pro.id}`)).body.bookings[0],
    (await asPro.get(`/api/professional/dashboard/${pro.id}`)).body.recent_bookings[0],
  ]
  for (const body of bodies) expect(body).toMatchObject(price)
  const thread = await asClient.get(`/api/chat/messages/${client.id}/${pro.id}`)
  expect(thread.body.messages[0].booking).toMatchObject(price)
})
