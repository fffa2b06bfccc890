// rule: price-lines
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, requestBooking } from '#server/test/booking.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
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
