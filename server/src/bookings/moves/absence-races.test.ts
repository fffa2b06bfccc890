// rule: absence
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildClient } from '#server/test/builders/build.ts'
import { bookingBody, insertBooking, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { as } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { absenceHarness } from '#server/test/harness/absence-harness.ts'
import { lockAcceptances } from '#server/calendar/free/lock-acceptances.ts'

const { harness, absent, state, letters, bookingsOf } = absenceHarness()

// rule: booking-conflict, instant-booking
test('who is accepted or books at once at the same moment is cancelled and told, or comes too late', async () => {
  await state(harness.pro)
  await (
    await as(harness.server, harness.pro)
  ).put(`/api/professional/time/${harness.pro.id}`, { instant_booking: 'verified' })
  const times = ['08:00', '11:00', '14:00', '16:00']
  const days = ['2026-12-01', '2026-12-02', '2026-12-03']
  const requests = days.flatMap((booking_date) =>
    times.map((booking_time) => ({ booking_date, booking_time })),
  )
  const clients = await Promise.all(
    requests.map(() => buildClient(harness.server, { email_verified_at: NOW })),
  )
  const requested = await Promise.all(
    requests
      .slice(0, 6)
      .map((asked, index) =>
        requestBooking(harness.server, clients[index]!, harness.pro, { ...asked, instant: false }),
      ),
  )
  const before = (await letters()).length
  const caller = await as(harness.server, harness.pro)
  const accept = (id: string) => caller.put(`/api/bookings/${id}/status`, { status: 'accepted' })
  const bookAtOnce = async (asked: object, index: number) => {
    const client = clients[index + 6]!
    const body = bookingBody(client, harness.pro, { ...asked, instant: true })
    return (await as(harness.server, client)).post('/api/bookings', body)
  }
  const [absence, ...others] = await Promise.all([
    absent(harness.pro),
    ...requested.map(accept),
    ...requests.slice(6).map(bookAtOnce),
  ])
  for (const { status, body } of others) {
    expect(['200 undefined', '409 booking_already_moved', '409 slot_taken']).toContain(
      `${status} ${body.code}`,
    )
  }
  const bookings = await bookingsOf(harness.pro)
  expect(bookings.filter(({ status }) => !['cancelled', 'declined'].includes(status))).toEqual([])
  expect(absence.body.told).toBe(bookings.length)
  const told = (await letters())
    .slice(before)
    .filter(({ subject }) => subject?.includes("can't come on"))
  expect(told).toHaveLength(bookings.length)
  expect(await findBroken(harness.server)).toEqual({})
})

test('an absence waits for an acceptance that has not ended, and then cancels the visit', async () => {
  const client = await buildClient(harness.server)
  const [isWritten, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const acceptance = harness.server.db.transaction().execute(async (tx) => {
    await lockAcceptances(tx, harness.pro.id)
    await insertBooking({ ...harness.server, db: tx }, client, harness.pro, {
      status: 'accepted',
      booking_date: '2026-12-01',
      starts_at: '2026-12-01T15:00:00Z',
      ends_at: '2026-12-01T17:00:00Z',
    })
    isWritten.resolve()
    await mayEnd.promise
  })
  await isWritten.promise
  const answer = absent(harness.pro)
  const waiting = sql`
    select from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`
  await expect.poll(async () => (await waiting.execute(harness.server.db)).rows.length).toBe(1)
  mayEnd.resolve()
  await acceptance
  expect((await answer).body).toMatchObject({ told: 1, affected: [{ status: 'cancelled' }] })
})
