// rule: visit-reminders, notice-still-true
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { mailHarness } from '#server/test/mail-harness.ts'
import { move, requestBooking } from '#server/test/booking.ts'
import { runDueJobs } from '#server/worker.ts'
import { remindOfVisits } from './reminders.ts'

const harness = mailHarness()

async function accepted(facts: Record<string, unknown> = {}) {
  const client = await buildClient(harness.server, { first_name: 'Maya', language: 'pt' })
  const grace = await buildProfessional(harness.server, { full_name: 'Grace Walker' })
  const id = await requestBooking(harness.server, client, grace, facts)
  await move(harness.server, grace, id, 'accepted')
  await runDueJobs(harness.server.context)
  await harness.box.takeNewLetters()
  return { client, grace, id }
}

/** The subjects of the reminders sent at this moment. The job runs more than once. */
async function remindersAt(moment: string): Promise<string[]> {
  harness.now = new Date(moment)
  for (let n = 0; n < 3; n++) await remindOfVisits(harness.server.context)
  await runDueJobs(harness.server.context)
  return (await harness.box.takeNewLetters()).map(({ subject }) => subject ?? '').toSorted()
}

test('both sides are reminded one day and two hours before a visit, once each, in their languages', async () => {
  // December 1, 9:00 in Austin is 15:00 UTC.
  await accepted()
  expect(await remindersAt('2026-11-30T14:59:00Z')).toEqual([])
  expect(await remindersAt('2026-11-30T15:00:00Z')).toEqual([
    'Amanhã: visita de Grace Walker',
    'Tomorrow: your visit to Maya',
  ])
  expect(await remindersAt('2026-12-01T12:59:00Z')).toEqual([])
  expect(await remindersAt('2026-12-01T13:00:00Z')).toEqual([
    'Em duas horas: visita de Grace Walker',
    'In two hours: your visit to Maya',
  ])
  expect(await remindersAt('2026-12-01T14:00:00Z')).toEqual([])
})

test('the day reminder is sent at the same hour by the home’s clock, also when its clocks change in between', async () => {
  // On March 14, 2027 clocks in Austin go forward at 2:00: 9:00 is 14:00 UTC, and was 15:00 UTC the day before.
  await accepted({ booking_date: '2027-03-14' })
  expect(await remindersAt('2027-03-13T14:59:00Z')).toEqual([])
  expect(await remindersAt('2027-03-13T15:00:00Z')).toHaveLength(2)
})

test('a visit that was cancelled, declined or never answered has no reminder', async () => {
  const { client, id } = await accepted()
  await move(harness.server, client, id, 'cancelled', 'Moving away')
  const other = await buildProfessional(harness.server)
  await requestBooking(harness.server, client, other)
  await move(harness.server, other, await requestBooking(harness.server, client, other), 'declined')
  await runDueJobs(harness.server.context)
  await harness.box.takeNewLetters()
  expect(await remindersAt('2026-11-30T15:00:00Z')).toEqual([])
  expect(await remindersAt('2026-12-01T13:00:00Z')).toEqual([])
})

test('a visit that is cancelled while its reminder is queued is not announced', async () => {
  const { client, id } = await accepted()
  harness.now = new Date('2026-11-30T15:00:00Z')
  await remindOfVisits(harness.server.context)
  await move(harness.server, client, id, 'cancelled', 'Moving away')
  await runDueJobs(harness.server.context)
  const subjects = (await harness.box.takeNewLetters()).map(({ subject }) => subject)
  expect(subjects).toEqual(['Maya cancelled a booking'])
})

test('a visit that was accepted on the same day has the reminder of two hours before only', async () => {
  harness.now = new Date('2026-12-01T03:00:00Z')
  await accepted()
  expect(await remindersAt('2026-12-01T03:05:00Z')).toEqual([])
  expect(await remindersAt('2026-12-01T13:00:00Z')).toHaveLength(2)
})

test('a visit whose reminder fails stops none of those behind it', async () => {
  const poison = await accepted()
  await accepted()
  const { db } = harness.server
  await sql`
    create function refuse_notice() returns trigger language plpgsql as 'begin raise exception ''poison''; end'`.execute(
    db,
  )
  await sql`
    create trigger poison before insert on notices for each row
    when (new.user_id = ${sql.lit(poison.client.id)}) execute function refuse_notice()`.execute(db)
  const sent = await remindersAt('2026-11-30T15:00:00Z')
  await sql`drop trigger poison on notices`.execute(db)
  await sql`drop function refuse_notice`.execute(db)
  expect(sent).toEqual(['Amanhã: visita de Grace Walker', 'Tomorrow: your visit to Maya'])
  expect(await remindersAt('2026-11-30T15:01:00Z')).toHaveLength(2)
})

// rule: visit-reminders, series-visits
test('a visit that its series made is reminded of like any other', async () => {
  await accepted({ cleaning_frequency: 'weekly', series: {} })
  // December 8, 9:00 in Austin is 15:00 UTC.
  expect(await remindersAt('2026-12-07T15:00:00Z')).toEqual([
    'Amanhã: visita de Grace Walker',
    'Tomorrow: your visit to Maya',
  ])
})
