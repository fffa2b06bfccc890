// rule: lead-locked
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, asConfirmed, visitor } from '#server/test/call.ts'
import { tokenOfLink, visitTokens } from '#server/test/builders/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'

/** The fields of a request in which the client tries to pass on a phone number without a credit. */
const TYPED = {
  address: '9 Quillfeather Lane',
  city: 'Call 737 555 0199',
  notes: 'Ring 737 555 0199',
}
const REASON = 'Write to maya at 737 555 0199'
// Whole groups of digits: shorter ones also stand in random ids.
const FREE_TEXT = /737 555|555 0199|quillfeather|maya at/i

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())

/**
 * A professional without credits, with a pending request for which its client proposes another time, one that the
 * client has cancelled, and one for regular visits.
 */
async function lockedPair() {
  const client = await buildClient(server, { first_name: 'Maya', last_name: 'Thompson' })
  const password_hash = await hashPassword(PASSWORD)
  const professional = await buildProfessional(server, { credits: 0, user: { password_hash } })
  const pending = await requestBooking(server, client, professional, TYPED)
  const earlier = { ...TYPED, booking_time: '07:00' }
  const cancelled = await requestBooking(server, client, professional, earlier)
  await move(server, client, cancelled, 'cancelled', REASON)
  const asClient = await as(server, client)
  const asked = { booking_date: '2026-12-03', booking_time: '14:00', note: TYPED.notes }
  const proposed = await asClient.post(`/api/bookings/${pending}/proposals`, asked)
  expect(proposed.status).toBe(200)
  const weekly = { cleaning_frequency: 'weekly', series: {}, booking_date: '2026-12-02' }
  await requestBooking(server, client, professional, { ...TYPED, ...weekly })
  return { client, professional, pending, cancelled }
}

async function lettersAbout(email: string) {
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const letters = await Promise.all(
    (await server.letters()).map((letter) => PostalMime.parse(letter)),
  )
  return letters.filter(({ to }) => to?.[0]?.address === email)
}

// rule: visit-calendar, account-export
test('a locked lead shows no text of its client: list, dashboard, thread card, calendars, notices and download', async () => {
  const { client, professional, pending, cancelled } = await lockedPair()
  await runDueJobs(server.context)
  const caller = await as(server, professional)
  const confirmed = await asConfirmed(server, professional)
  const feed = await confirmed.post(`/api/professional/calendar-feed/${professional.id}`)
  const read = async (path: string, headers = {}) => {
    const { status, body } = await caller.get(path, headers)
    expect(status).toBe(200)
    return body
  }
  const answers = {
    list: await read(`/api/bookings/professional/${professional.id}`),
    dashboard: await read(`/api/professional/dashboard/${professional.id}`),
    conversations: await read(`/api/chat/conversations/${professional.id}`),
    series: await read('/api/series'),
    agenda: await read(`/api/professional/agenda/${professional.id}?from=2026-12-01&days=7`),
    file: await read(`/api/bookings/${cancelled}/calendar.ics`),
    feed: (await visitor(server).get(new URL(feed.body.feed_url).pathname)).body,
    notices: await read('/api/notices'),
    download: await read(`/api/users/${professional.id}/export`, {
      [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
    }),
  }
  for (const [name, answer] of Object.entries(answers)) {
    expect(`${name}: ${JSON.stringify(answer)}`).not.toMatch(FREE_TEXT)
  }
  const shown = { city: 'Austin', state: 'TX', zip_code: '78701', reason: null }
  for (const list of [answers.list.bookings, answers.dashboard.recent_bookings]) {
    expect(list).toContainEqual(expect.objectContaining({ id: pending, ...shown }))
    expect(list).toContainEqual(expect.objectContaining({ id: cancelled, ...shown, locked: true }))
  }
  const place = { city: 'Austin', state: 'TX' }
  expect(answers.download).toMatchObject({ bookings: [], proposals: [], series: [] })
  const hidden = { ...place, address: '', notes: '', locked: true }
  expect(answers.series.series).toMatchObject([hidden])
  const visits = answers.agenda.days.flatMap((day: { visits: object[] }) => day.visits)
  expect(visits).toMatchObject([place, place])
  const own = await (await as(server, client)).get(`/api/bookings/${cancelled}`)
  expect(own.body.booking).toMatchObject({ city: TYPED.city, reason: REASON })
})

// rule: notice-privacy, answer-link
test('letters and their links about a locked lead have the city of the ZIP, and no reason', async () => {
  const { professional } = await lockedPair()
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', professional.id)
    .executeTakeFirstOrThrow()
  const letters = await lettersAbout(email)
  const cancelled = letters.find(({ subject }) => subject === 'Maya canceled a booking')
  expect(cancelled?.text).toContain('Maya canceled this visit.')
  expect(letters.length).toBeGreaterThan(1)
  for (const { text, html, subject } of letters) {
    expect(`${subject} ${text} ${html}`).not.toMatch(FREE_TEXT)
  }
  const request = letters.find(({ text }) => text?.includes('/answer?'))
  expect(request?.text).toContain('Austin, TX 78701')
  const token = tokenOfLink(request?.text ?? '', 'answer')
  const link = await visitor(server).post('/api/letter-links/request', { token })
  expect(link).toMatchObject({ status: 200, body: { city: 'Austin', state: 'TX' } })
  expect(JSON.stringify(link.body)).not.toMatch(FREE_TEXT)
  const [visitToken] = letters.flatMap(({ text }) => visitTokens(text ?? ''))
  const visit = await visitor(server).get(`/api/visit-links/${visitToken}`)
  expect(visit).toMatchObject({ status: 200, body: { by: 'client', city: 'Austin', state: 'TX' } })
  expect(JSON.stringify(visit.body)).not.toMatch(FREE_TEXT)
})

test('an open lead shows what the client typed, and a professional always reads their own reason', async () => {
  const client = await buildClient(server)
  const open = await buildProfessional(server)
  const booking = await requestBooking(server, client, open, { city: 'South Austin' })
  await move(server, client, booking, 'cancelled', 'Moving away')
  const listOf = async ({ id }: { id: string }) =>
    (await (await as(server, { id })).get(`/api/bookings/professional/${id}`)).body.bookings
  expect(await listOf(open)).toMatchObject([{ city: 'South Austin', reason: 'Moving away' }])

  const locked = await buildProfessional(server, { credits: 0 })
  const declined = await requestBooking(server, client, locked)
  await move(server, locked, declined, 'declined', 'On holiday')
  expect(await listOf(locked)).toMatchObject([{ locked: true, reason: 'On holiday' }])
})
