import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { tokenOfLink } from '#server/test/builders/letter-tokens.ts'
import { mailHarness } from '#server/test/harness/mail-harness.ts'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { notifyOfBooking } from '../kinds/booking-notices.ts'
import { sendDelayedNotices, sendNoticeLetter } from '../send/send-notice-letter.ts'

const harness = mailHarness()

/** The field in which a second request differs: an equal request would be answered with the first booking. */
const ANOTHER = { notes: 'Another visit' }

async function pair() {
  const client = await buildClient(harness.server, { first_name: 'Maya', language: 'es' })
  const grace = await buildProfessional(harness.server, { full_name: 'Grace Walker' })
  return { client, grace }
}

async function lettersAfterJobs() {
  await runDueJobs(harness.server.context)
  await runDueJobs(harness.server.context)
  return harness.box.takeNewLetters()
}

const header = (letter: { headers: { key: string; value: string }[] } | undefined, key: string) =>
  letter?.headers.find((one) => one.key === key)?.value

// rule: notice-kinds, notice-center
test('a booking event is shown to the other side at the bell, in the language of the screen, unread until it is read', async () => {
  const { client, grace } = await pair()
  const id = await requestBooking(harness.server, client, grace)
  await runDueJobs(harness.server.context)
  const graceCaller = await as(harness.server, grace)
  const { body } = await graceCaller.get('/api/notices', { 'accept-language': 'pt' })
  expect(body).toMatchObject({ unread: 1, has_more: false })
  expect(body.notices[0]).toMatchObject({
    topic: 'booking',
    title: 'Maya pediu uma visita',
    href: '/dashboard',
    read: false,
  })
  await move(harness.server, grace, id, 'accepted')
  await runDueJobs(harness.server.context)
  const clientCaller = await as(harness.server, client)
  const clientNotices = (await clientCaller.get('/api/notices')).body
  // The answer and the work agreement come at the same time: their order is random.
  expect(clientNotices.notices).toContainEqual(
    expect.objectContaining({
      title: 'Grace aceptó tu reserva',
      href: `/visits/${id}`,
    }),
  )
  expect(
    (await graceCaller.post('/api/notices/read', { id: clientNotices.notices[0].id })).body,
  ).toEqual({
    unread: 1,
  })
  expect((await graceCaller.post('/api/notices/read', {})).body).toEqual({ unread: 0 })
  expect((await graceCaller.post('/api/notices/read', {})).body).toEqual({ unread: 0 })
  // The answer, and the work agreement.
  expect((await clientCaller.get('/api/notices')).body.unread).toBe(2)
  await harness.box.takeNewLetters()
})

// rule: notice-center
test('only signed-in people read notices, 20 on a page', async () => {
  expect((await visitor(harness.server).get('/api/notices')).status).toBe(401)
  expect((await visitor(harness.server).post('/api/notices/read', {})).status).toBe(401)
  expect((await visitor(harness.server).get('/api/notices/switches')).status).toBe(401)
  const { client, grace } = await pair()
  for (let n = 0; n < 21; n++)
    await requestBooking(harness.server, client, grace, { notes: `Visit ${n}` })
  await runDueJobs(harness.server.context)
  const graceCaller = await as(harness.server, grace)
  const first = (await graceCaller.get('/api/notices')).body
  expect(first.notices).toHaveLength(20)
  expect(first).toMatchObject({ unread: 21, has_more: true })
  const rest = (await graceCaller.get(`/api/notices?before=${first.notices[19].id}`)).body
  expect(rest.notices).toHaveLength(1)
  expect(rest.has_more).toBe(false)
  const clientNotices = (await (await as(harness.server, client)).get('/api/notices')).body
  expect(clientNotices.notices).toEqual([])
  await harness.box.takeNewLetters()
})

// rule: notice-kinds
test('one event is notified once, however often its jobs repeat', async () => {
  const { client, grace } = await pair()
  const id = await requestBooking(harness.server, client, grace)
  const { id: event_id } = await harness.server.db
    .selectFrom('events')
    .select('id')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  for (let n = 0; n < 3; n++) await notifyOfBooking(harness.server.context, { event_id })
  await lettersAfterJobs().then((letters) => expect(letters).toHaveLength(1))
  const notices = await harness.server.db
    .selectFrom('notices')
    .select('id')
    .where('booking_id', '=', id)
    .execute()
  expect(notices).toHaveLength(1)
  for (let n = 0; n < 3; n++)
    await sendNoticeLetter(harness.server.context, { notice_id: notices[0]!.id })
  await notifyOfBooking(harness.server.context, { event_id })
  expect(await lettersAfterJobs()).toEqual([])
})

// rule: letter-texts, notice-kinds
test('a letter that the mail server refuses is retried, and no other is repeated', async () => {
  const { client, grace } = await pair()
  harness.box.setAccepting(false)
  const id = await requestBooking(harness.server, client, grace)
  expect(await lettersAfterJobs()).toEqual([])
  harness.box.setAccepting(true)
  const { id: notice_id } = await harness.server.db
    .selectFrom('notices')
    .select('id')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow()
  await sendNoticeLetter(harness.server.context, { notice_id })
  expect(await harness.box.takeNewLetters()).toHaveLength(1)
})

// rule: quiet-hours
test('at night letters wait until 8:00 at the home, unless the visit starts too soon', async () => {
  const { client, grace } = await pair()
  // A millisecond before 21:00 in Austin.
  harness.now = new Date('2026-11-21T02:59:59.999Z')
  await requestBooking(harness.server, client, grace)
  expect(await lettersAfterJobs()).toHaveLength(1)
  harness.now = new Date('2026-11-21T03:00:00Z')
  const id = await requestBooking(harness.server, client, grace, ANOTHER)
  expect(await lettersAfterJobs()).toEqual([])
  expect((await (await as(harness.server, grace)).get('/api/notices')).body.unread).toBe(2)
  harness.now = new Date('2026-11-21T13:59:59.999Z')
  await sendDelayedNotices(harness.server.context)
  expect(await lettersAfterJobs()).toEqual([])
  harness.now = new Date('2026-11-21T14:00:00Z')
  await sendDelayedNotices(harness.server.context)
  await sendDelayedNotices(harness.server.context)
  expect(await lettersAfterJobs()).toHaveLength(1)

  // A visit in 24 hours does not wait, one a millisecond later does.
  harness.now = new Date('2026-11-21T03:30:00Z')
  const early = { booking_date: '2026-11-21', booking_time: '21:30' }
  await requestBooking(harness.server, client, grace, early)
  expect(await lettersAfterJobs()).toHaveLength(1)
  harness.now = new Date('2026-11-21T03:29:59.999Z')
  await requestBooking(harness.server, client, grace, { ...early, ...ANOTHER })
  expect(await lettersAfterJobs()).toEqual([])
  const caller = await as(harness.server, grace)
  const tomorrow = { ...early, booking_time: '15:00' }
  expect((await caller.post(`/api/bookings/${id}/proposals`, tomorrow)).status).toBe(200)
  expect(await lettersAfterJobs()).toHaveLength(1)
  harness.now = new Date('2026-11-21T14:00:00Z')
  await sendDelayedNotices(harness.server.context)
  expect(await lettersAfterJobs()).toHaveLength(1)
})

// rule: quiet-hours, series-notices
test('at night a letter about a regular visit of tomorrow does not wait, also if the next one that stands is later', async () => {
  const { client, grace } = await pair()
  harness.now = new Date('2026-11-20T16:00:00Z')
  const regular = { cleaning_frequency: 'weekly', series: {} }
  const id = await requestBooking(harness.server, client, grace, regular)
  await move(harness.server, grace, id, 'accepted')
  await lettersAfterJobs()
  const caller = await as(harness.server, client)
  const [series] = (await caller.get('/api/series')).body.series
  const act = async (action: string, body: object = {}) =>
    expect((await caller.post(`/api/series/${series.id}/${action}`, body)).status).toBe(200)
  const subjects = async () => (await lettersAfterJobs()).map(({ subject }) => subject)
  // 21:30 in Austin, before the visits of December 1, 8 and 10.
  harness.now = new Date('2026-12-01T03:30:00Z')
  await act('pause', { from_date: '2026-12-01', to_date: '2026-12-02' })
  expect(await subjects()).toEqual(['Your regular visits have changed'])
  harness.now = new Date('2026-12-07T16:00:00Z')
  await act('changes', { from_date: '2026-12-08', weekday: 4 })
  await lettersAfterJobs()
  const { change } = (await caller.get(`/api/series/${series.id}`)).body.series
  harness.now = new Date('2026-12-08T03:30:00Z')
  const path = `/api/series/${series.id}/changes/${change.id}`
  expect((await (await as(harness.server, grace)).put(path, { answer: 'accepted' })).status).toBe(
    200,
  )
  expect(await subjects()).toContain('Tus visitas regulares cambiaron')
  harness.now = new Date('2026-12-10T03:30:00Z')
  await act('end', { last_date: '2026-12-09' })
  expect(await subjects()).toHaveLength(1)
})

// rule: notice-still-true
test('a request that was withdrawn overnight is not announced in the morning', async () => {
  const { client, grace } = await pair()
  harness.now = new Date('2026-11-21T03:30:00Z')
  const id = await requestBooking(harness.server, client, grace)
  await runDueJobs(harness.server.context)
  await move(harness.server, client, id, 'cancelled', 'Moving away')
  await runDueJobs(harness.server.context)
  harness.now = new Date('2026-11-21T14:00:00Z')
  await sendDelayedNotices(harness.server.context)
  const letters = await lettersAfterJobs()
  expect(letters.map(({ subject }) => subject)).toEqual(['Maya canceled a booking'])
})

// rule: notice-switches
test('a topic that is switched off on one channel is not sent there, and still on the others', async () => {
  const { client, grace } = await pair()
  const graceCaller = await as(harness.server, grace)
  const answer = await graceCaller.put('/api/notices/switches', {
    topic: 'booking',
    channel: 'email',
    enabled: false,
  })
  expect(answer.body.switches).toContainEqual({
    topic: 'booking',
    channel: 'email',
    enabled: false,
  })
  expect(answer.body.switches).toHaveLength(23)
  await requestBooking(harness.server, client, grace)
  expect(await lettersAfterJobs()).toEqual([])
  expect((await graceCaller.get('/api/notices')).body.unread).toBe(1)
  await graceCaller.put('/api/notices/switches', {
    topic: 'booking',
    channel: 'email',
    enabled: true,
  })
  await graceCaller.put('/api/notices/switches', {
    topic: 'booking',
    channel: 'app',
    enabled: false,
  })
  await requestBooking(harness.server, client, grace, ANOTHER)
  expect(await lettersAfterJobs()).toHaveLength(1)
  expect((await graceCaller.get('/api/notices')).body.unread).toBe(1)
})

// rule: notice-kinds, notice-switches
test('clients have no switch for money, and an unknown switch is refused', async () => {
  const { client, grace } = await pair()
  const clientCaller = await as(harness.server, client)
  const { switches } = (await clientCaller.get('/api/notices/switches')).body
  expect(switches).toHaveLength(17)
  const topicsOf = (list: { topic: string }[]) => [...new Set(list.map(({ topic }) => topic))]
  expect(topicsOf(switches)).toEqual([
    'booking',
    'reminder',
    'visit',
    'message',
    'review',
    'account',
  ])
  const graceCaller = await as(harness.server, grace)
  expect(topicsOf((await graceCaller.get('/api/notices/switches')).body.switches)).toEqual([
    'booking',
    'reminder',
    'visit',
    'message',
    'review',
    'account',
    'money',
    'verification',
  ])
  for (const invalid of [
    { topic: 'money', channel: 'email', enabled: false },
    { topic: 'account', channel: 'email', enabled: false },
    { topic: 'booking', channel: 'pigeon', enabled: false },
    { topic: 'booking', channel: 'email', enabled: 'no' },
  ]) {
    expect((await clientCaller.put('/api/notices/switches', invalid)).status).toBe(422)
  }
  const rows = await harness.server.db
    .selectFrom('notice_switches')
    .select('topic')
    .where('user_id', '=', client.id)
    .execute()
  expect(rows).toEqual([])
})

// rule: notice-switches
test('every letter’s topic can be ended with one click in a mail reader, without signing in', async () => {
  const { client, grace } = await pair()
  await requestBooking(harness.server, client, grace)
  const [letter] = await lettersAfterJobs()
  expect(header(letter, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const address = /^<http:\/\/localhost:3000(\/unsubscribe\/[\w-]+)>$/.exec(
    header(letter, 'list-unsubscribe') ?? '',
  )![1]!
  const token = tokenOfLink(letter!.text!, 'unsubscribe')
  expect(address).toBe(`/unsubscribe/${token}`)
  const subscription = () => visitor(harness.server).post('/api/letter-links/topic', { token })
  expect((await subscription()).body).toEqual({ topic: 'booking', enabled: true })
  for (let n = 0; n < 2; n++) {
    const answer = await harness.server.app.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(answer.statusCode).toBe(200)
  }
  expect((await subscription()).body).toEqual({ topic: 'booking', enabled: false })
  await requestBooking(harness.server, client, grace, ANOTHER)
  expect(await lettersAfterJobs()).toEqual([])
})

// rule: notice-switches, secret-addresses
test('the link in a letter ends its topic too, and no address of the letter but the one-click header has its token', async () => {
  const { client, grace } = await pair()
  await requestBooking(harness.server, client, grace)
  const [letter] = await lettersAfterJobs()
  const token = tokenOfLink(letter!.text!, 'unsubscribe')
  const answerToken = tokenOfLink(letter!.text!, 'answer')
  for (const body of [letter!.text!, letter!.html!])
    for (const [address] of body.matchAll(/https?:\/\/[^\s"#]+/g)) {
      expect(address).not.toContain(token)
      expect(address).not.toContain(answerToken)
    }
  const reader = visitor(harness.server)
  for (let n = 0; n < 2; n++) {
    const ended = await reader.post('/api/letter-links/unsubscribe', { token })
    expect([ended.status, ended.body]).toEqual([200, { topic: 'booking', enabled: false }])
  }
  await requestBooking(harness.server, client, grace, ANOTHER)
  expect(await lettersAfterJobs()).toEqual([])
})

// rule: notice-switches
test('an unsubscribe link has 256 random bits and stays the same, and one of an earlier letter still works', async () => {
  const { client, grace } = await pair()
  const { db } = harness.server
  const earlier = crypto.randomUUID()
  const row = { user_id: grace.id, topic: 'booking', token: earlier }
  await db.insertInto('unsubscribe_addresses').values(row).execute()
  const tokens = new Set<string>()
  for (const facts of [{}, ANOTHER]) {
    await requestBooking(harness.server, client, grace, facts)
    const [letter] = await lettersAfterJobs()
    tokens.add(tokenOfLink(letter!.text!, 'unsubscribe'))
  }
  expect(tokens.size).toBe(1)
  const [token] = tokens
  expect(Buffer.from(token!, 'base64url')).toHaveLength(32)
  const reader = visitor(harness.server)
  for (const known of [token, earlier]) {
    const shown = await reader.post('/api/letter-links/topic', { token: known })
    expect([shown.status, shown.body]).toEqual([200, { topic: 'booking', enabled: true }])
  }
  expect((await reader.post(`/unsubscribe/${earlier}`)).body).toEqual({
    topic: 'booking',
    enabled: false,
  })
  const other = await pair()
  await requestBooking(harness.server, other.client, other.grace)
  const [letter] = await lettersAfterJobs()
  expect(tokenOfLink(letter!.text!, 'unsubscribe')).not.toBe(token)
  const rows = db.selectFrom('unsubscribe_addresses').where('user_id', '=', other.grace.id)
  expect(await rows.select('token').execute()).toEqual([{ token: null }])
})

// rule: notice-switches
test('an unknown unsubscribe link is not found', async () => {
  const reader = visitor(harness.server)
  for (const token of ['x', '', 'x'.repeat(43), '00000000-0000-4000-8000-000000000000']) {
    expect((await reader.post(`/unsubscribe/${token}`)).status).toBe(404)
    for (const call of ['topic', 'unsubscribe'])
      expect((await reader.post(`/api/letter-links/${call}`, { token })).status).toBe(404)
  }
})

// rule: notice-switches
test.each(['', '\u0000', 'nobody’s', 'a'.repeat(43)])(
  'an unsubscribe link with the token %j is not found',
  async (token) => {
    const reader = visitor(harness.server)
    for (const call of ['topic', 'unsubscribe']) {
      const { status, body } = await reader.post(`/api/letter-links/${call}`, { token })
      expect([status, body.code]).toEqual([404, 'not_found'])
    }
    const { status } = await reader.post(`/unsubscribe/${encodeURIComponent(token)}`)
    expect(status).toBe(404)
  },
)
