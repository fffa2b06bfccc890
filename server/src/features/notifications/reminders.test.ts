import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { letterBox } from '#server/test/letters.ts'
import type { LetterBox } from '#server/test/letters.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requested } from '#server/test/visit.ts'
import { runDueJobs } from '#server/worker.ts'
import { remindOfVisits } from './reminders.ts'

let server: TestServer
let box: LetterBox
let now = NOW
beforeAll(async () => {
  box = await letterBox()
  server = await testServer({ MAIL_URL: box.url }, { now: () => now })
})
afterAll(async () => {
  await server.close()
  await box.close()
})
beforeEach(() => {
  now = NOW
})

async function accepted(facts: Record<string, unknown> = {}) {
  const client = await buildClient(server, { first_name: 'Maya', language: 'pt' })
  const grace = await buildProfessional(server, { full_name: 'Grace Walker' })
  const id = await requested(server, client, grace, facts)
  await move(server, grace, id, 'accepted')
  await runDueJobs(server.world)
  await box.fresh()
  return { client, grace, id }
}

/** The subjects of the reminders sent when the clock shows this moment, its job running more than once. */
async function remindersAt(moment: string): Promise<string[]> {
  now = new Date(moment)
  for (let n = 0; n < 3; n++) await remindOfVisits(server.world)
  await runDueJobs(server.world)
  return (await box.fresh()).map(({ subject }) => subject ?? '').toSorted()
}

test('both sides are reminded a day and two hours before a visit, once each, in their languages', async () => {
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

test('a day before is the same hour of the home, also when its clocks change in between', async () => {
  // On March 14, 2027 clocks in Austin go forward at 2:00: 9:00 is 14:00 UTC, and was 15:00 UTC the day before.
  await accepted({ booking_date: '2027-03-14' })
  expect(await remindersAt('2027-03-13T14:59:00Z')).toEqual([])
  expect(await remindersAt('2027-03-13T15:00:00Z')).toHaveLength(2)
})

test('nobody is reminded of a visit that was cancelled, declined or never answered', async () => {
  const { client, id } = await accepted()
  await move(server, client, id, 'cancelled', 'Moving away')
  const other = await buildProfessional(server)
  await requested(server, client, other)
  await move(server, other, await requested(server, client, other), 'declined')
  await runDueJobs(server.world)
  await box.fresh()
  expect(await remindersAt('2026-11-30T15:00:00Z')).toEqual([])
  expect(await remindersAt('2026-12-01T13:00:00Z')).toEqual([])
})

test('a visit that is cancelled while its reminder is on the way is not announced', async () => {
  const { client, id } = await accepted()
  now = new Date('2026-11-30T15:00:00Z')
  await remindOfVisits(server.world)
  await move(server, client, id, 'cancelled', 'Moving away')
  await runDueJobs(server.world)
  const subjects = (await box.fresh()).map(({ subject }) => subject)
  expect(subjects).toEqual(['Maya cancelled a booking'])
})

test('who accepts on the same day is reminded two hours before alone', async () => {
  now = new Date('2026-12-01T03:00:00Z')
  await accepted()
  expect(await remindersAt('2026-12-01T03:05:00Z')).toEqual([])
  expect(await remindersAt('2026-12-01T13:00:00Z')).toHaveLength(2)
})
