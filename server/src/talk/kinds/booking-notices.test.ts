// rule: notice-kinds
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { completeBookings, expireBookings } from '#server/bookings/lists/booking-jobs.ts'
import { replaceLines } from '#server/market/offer/booking-lines.ts'

let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

/** The letters that arrived since the last call, by their reader. */
let readCount = 0
async function newLetters(readers?: string[]) {
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const all = await server.letters()
  const newTexts = all.slice(readCount)
  readCount = all.length
  const letters = await Promise.all(newTexts.map((text) => PostalMime.parse(text)))
  return letters
    .map(({ to, subject, text }) => ({ to: to?.[0]?.address, subject, text: text ?? '' }))
    .filter(({ to }) => !readers || readers.includes(String(to)))
    .toSorted((a, b) => String(a.to).localeCompare(String(b.to)))
}

async function pair(languages: { client?: string; professional?: string } = {}) {
  now = NOW
  const client = await buildClient(server, {
    first_name: 'Maya',
    last_name: 'Thompson',
    language: languages.client ?? 'en',
  })
  const professional = await buildProfessional(server, {
    full_name: 'Grace Walker',
    user: { language: languages.professional ?? 'en' },
  })
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', professional.id)
    .executeTakeFirstOrThrow()
  return { client, professional, emails: { client: client.email, professional: email } }
}

// rule: notice-privacy, letter-texts
test('a professional is notified of a request once, in the time of the home, without the client’s street or last name', async () => {
  const { client, professional, emails } = await pair()
  const id = await requestBooking(server, client, professional)
  const lines = [
    { kind: 'labour', minutes: 90, rateCents: 6000, amountCents: 9000 },
    { kind: 'extra', extra: 'oven', name: null, minutes: 30, amountCents: 4000 },
  ] as const
  await server.db.transaction().execute((tx) => replaceLines(tx, id, lines))
  const letters = await newLetters()
  expect(letters).toHaveLength(1)
  expect(letters[0]!.text).toMatch(
    /Hours: 2 h: 1\.5 h of cleaning and 30 min for the extras\s+1\.5 h × \$60\.00: \$90\.00\s+Oven, 30 min: \$40\.00\s+Total: \$130\.00/,
  )
  expect(letters[0]).toMatchObject({
    to: emails.professional,
    subject: 'Maya asks you for a visit',
  })
  expect(letters[0]!.text).toContain('Tue, Dec 1, 9:00 AM, Austin time')
  expect(letters[0]!.text).toContain('$130.00')
  expect(letters[0]!.text).toContain('http://localhost:3000/dashboard')
  expect(letters[0]!.text).not.toMatch(/Thompson|Congress/)
  expect(await newLetters()).toEqual([])
})

// rule: letter-texts
test('the client is notified of the answer, in the language of their account', async () => {
  const { client, professional, emails } = await pair({ client: 'es' })
  const id = await requestBooking(server, client, professional)
  await newLetters()
  await move(server, professional, id, 'accepted')
  await move(server, professional, id, 'accepted')
  const letters = await newLetters()
  expect(letters.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
    `${emails.client} Grace aceptó tu reserva`,
    `${emails.client} Tu acuerdo de trabajo está listo`,
  ])
  expect(letters[0]!.text).toMatch(/mar, 1 de dic, 9:00 a\.m\., hora de Austin/)
  expect(letters[0]!.text).toContain(`Abrir la visita:\nhttp://localhost:3000/visits/${id}\n`)
})

// rule: notice-privacy, letter-texts
test('the other side is notified of a cancelled booking, with the reason', async () => {
  const { client, professional, emails } = await pair({ professional: 'pt' })
  const id = await requestBooking(server, client, professional)
  await newLetters()
  await move(server, client, id, 'cancelled', 'Moving away')
  const letters = await newLetters()
  expect(letters.map(({ to }) => to)).toEqual([emails.professional])
  expect(letters[0]!.subject).toBe('Maya cancelou um agendamento')
  expect(letters[0]!.text).toContain('Motivo: Moving away')
})

test('both sides are notified when a request expires and when a background job completes a visit', async () => {
  const { client, professional, emails } = await pair()
  const both = [emails.client, emails.professional].toSorted()
  await requestBooking(server, client, professional)
  await newLetters()
  now = new Date('2026-11-23T16:00:00Z')
  await expireBookings(server.context)
  const expired = await newLetters(both)
  expect(expired.map(({ to }) => to)).toEqual(both)
  expect(new Set(expired.map(({ subject }) => subject))).toEqual(
    new Set(['Grace did not answer in time', 'The request of Maya has ended']),
  )
  expect(expired[0]!.text).not.toContain('Reason')

  now = NOW
  const visited = await requestBooking(server, client, professional)
  await move(server, professional, visited, 'accepted')
  await newLetters()
  now = new Date('2026-12-03T00:00:00Z')
  await completeBookings(server.context)
  expect((await newLetters(both)).map(({ to }) => to)).toEqual(both)
})

test('a refused change of a booking causes no letter', async () => {
  const { client, professional } = await pair()
  const id = await requestBooking(server, client, professional)
  await newLetters()
  await move(server, client, id, 'accepted')
  expect(await newLetters()).toEqual([])
})
