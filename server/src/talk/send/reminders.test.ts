// rule: visit-reminders, notice-still-true
import { suspendByOperator, restoreByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { mailHarness } from '#server/test/harness/mail-harness.ts'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { visitTokens } from '#server/test/builders/letter-tokens.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { remindOfVisits } from './reminders.ts'
import { makeSkipToken } from '../notices/visit-link.ts'
import { sendDelayedNotices } from './send-notice-letter.ts'

const harness = mailHarness()

async function accepted(facts: Record<string, unknown> = {}, language = 'pt') {
  const client = await buildClient(harness.server, { first_name: 'Maya', language })
  const grace = await buildProfessional(harness.server, { full_name: 'Grace Walker' })
  const id = await requestBooking(harness.server, client, grace, facts)
  await move(harness.server, grace, id, 'accepted')
  await runDueJobs(harness.server.context)
  await harness.box.takeNewLetters()
  return { client, grace, id }
}

/** The subjects of the reminders sent at this moment. The job runs more than once. */
async function remindersAt(moment: string, batchSize?: number): Promise<string[]> {
  return (await lettersAt(moment, batchSize)).map(({ subject }) => subject ?? '').toSorted()
}

async function lettersAt(moment: string, batchSize?: number) {
  harness.now = new Date(moment)
  for (let n = 0; n < 3; n++) await remindOfVisits(harness.server.context, {}, batchSize)
  await runDueJobs(harness.server.context)
  return harness.box.takeNewLetters()
}

test('both sides are reminded one day and two hours before a visit, once each, in their languages', async () => {
  // December 1, 9:00 in Austin is 15:00 UTC.
  await accepted()
  expect(await remindersAt('2026-11-30T14:59:00Z')).toEqual([])
  expect(await remindersAt('2026-11-30T15:00:00Z')).toEqual([
    'Amanhã: visita de Grace',
    'Tomorrow: your visit to Maya',
  ])
  expect(await remindersAt('2026-12-01T12:59:00Z')).toEqual([])
  expect(await remindersAt('2026-12-01T13:00:00Z')).toEqual([
    'Em duas horas: visita de Grace',
    'In two hours: your visit to Maya',
  ])
  expect(await remindersAt('2026-12-01T14:00:00Z')).toEqual([])
})

test('the bell says tomorrow only on the day before, and in two hours only then; later, or once the visit is cancelled, it says when', async () => {
  const { client, grace, id } = await accepted({}, 'en')
  const bellAt = async (person: { id: string }, moment: string) => {
    harness.now = new Date(moment)
    const { body } = await (await as(harness.server, person)).get('/api/notices')
    return (body.notices as { title: string; topic: string }[])
      .filter(({ topic }) => topic === 'reminder')
      .map(({ title }) => title)
  }
  await remindersAt('2026-11-30T15:00:00Z')
  const when = 'Tue, Dec 1, 9:00 AM, Austin time'
  // In Austin the day before ends at 6:00 UTC.
  expect(await bellAt(client, '2026-12-01T05:59:00Z')).toEqual(['Tomorrow: Grace comes to you'])
  expect(await bellAt(client, '2026-12-01T06:00:00Z')).toEqual([`Your visit with Grace: ${when}`])
  await remindersAt('2026-12-01T13:00:00Z')
  expect(await bellAt(grace, '2026-12-01T13:20:00Z')).toEqual([
    'In two hours: your visit to Maya',
    `Your visit to Maya: ${when}`,
  ])
  await move(harness.server, client, id, 'cancelled', 'Moving away')
  expect(await bellAt(grace, '2026-12-01T13:20:00Z')).toEqual([
    `Your visit to Maya: ${when}`,
    `Your visit to Maya: ${when}`,
  ])
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
  expect(subjects).toEqual(['Maya canceled a booking'])
})

test('a visit that was accepted on the same day has the reminder of two hours before only', async () => {
  harness.now = new Date('2026-12-01T03:00:00Z')
  await accepted()
  expect(await remindersAt('2026-12-01T03:05:00Z')).toEqual([])
  expect(await remindersAt('2026-12-01T13:00:00Z')).toHaveLength(2)
})

// rule: visit-reminders, scheduled-jobs
test.each([
  ['a visit whose reminder fails stops none of those behind it', 1, 1000],
  ['more visits than a batch holds, whose reminders fail, stop none of those behind them', 2, 1],
] as const)('%s', async (_title, failing, batchSize) => {
  const poison = await Promise.all(
    ['08:00', '08:30'].slice(0, failing).map((booking_time) => accepted({ booking_time })),
  )
  await accepted({ booking_time: '09:00' })
  const { db } = harness.server
  await sql`
    create function refuse_notice() returns trigger language plpgsql as 'begin raise exception ''poison''; end'`.execute(
    db,
  )
  await sql`
    create trigger poison before insert on notices for each row
    when (new.user_id = any(${sql.lit(`{${poison.map(({ client }) => client.id).join(',')}}`)}))
    execute function refuse_notice()`.execute(db)
  const sent = await remindersAt('2026-11-30T15:00:00Z', batchSize)
  await sql`drop trigger poison on notices`.execute(db)
  await sql`drop function refuse_notice`.execute(db)
  expect(sent).toEqual(['Amanhã: visita de Grace', 'Tomorrow: your visit to Maya'])
  expect(await remindersAt('2026-11-30T15:01:00Z')).toHaveLength(2 * failing)
})

// rule: visit-reminders, series
test('a visit that its series made is reminded of like any other', async () => {
  await accepted({ cleaning_frequency: 'weekly', series: {} })
  // December 8, 9:00 in Austin is 15:00 UTC.
  expect(await remindersAt('2026-12-07T15:00:00Z')).toEqual([
    'Amanhã: visita de Grace',
    'Tomorrow: your visit to Maya',
  ])
})

type Person = { id: string }

// rule: visit-reminders, answer-link
describe('the reminder of a visit of a series', () => {
  const WEEKLY = { cleaning_frequency: 'weekly', series: {} }

  /** The visit of December 8, 9:00 in Austin, which is 15:00 UTC. */
  async function weekly(language?: string) {
    const { client, grace, id } = await accepted(WEEKLY, language)
    const { series_id } = await bookingWhere('id', id)
    const visit = await bookingWhere('series_date', '2026-12-08', series_id!)
    return { client, grace, series: series_id!, visit }
  }

  function bookingWhere(column: 'id' | 'series_date', value: string, series?: string) {
    return harness.server.db
      .selectFrom('bookings')
      .selectAll()
      .where(column, '=', value)
      .$if(series !== undefined, (query) => query.where('series_id', '=', series!))
      .executeTakeFirstOrThrow()
  }

  /** The reminders of this pair's visits at this moment. Series of other tests have theirs. */
  async function remindersOf(pair: { client: Person; grace: Person }, moment: string) {
    const letters = await lettersAt(moment)
    const emails = await harness.server.db
      .selectFrom('users')
      .select('email')
      .where('id', 'in', [pair.client.id, pair.grace.id])
      .execute()
    return letters
      .filter(({ to }) => emails.some(({ email }) => to?.[0]?.address === email))
      .map(({ subject, text = '' }) => ({ subject, token: visitTokens(text)[0]! }))
  }

  const link = (token: string) => `/api/visit-links/${token}`

  test('reaches the client alone, two days before, and its link skips this visit once', async () => {
    const pair = await weekly()
    const { client, visit, series } = pair
    expect(await remindersOf(pair, '2026-12-06T14:59:00Z')).toEqual([])
    const [letter, ...others] = await remindersOf(pair, '2026-12-06T15:00:00Z')
    expect(others).toEqual([])
    expect(letter!.subject).toMatch(/^Visita regular: ter.*8 de dez.*9:00.*Austin/)
    const reader = visitor(harness.server)
    for (let n = 0; n < 2; n++) {
      const { status, body } = await reader.get(link(letter!.token))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        may: ['skipped'],
        by: null,
        proposed_starts_at: null,
        starts_at: '2026-12-08T15:00:00.000Z',
        notice_hours: 24,
        expires_at: '2026-12-08T15:00:00.000Z',
      })
      expect(JSON.stringify(body)).not.toMatch(/Congress|512-555/)
    }
    const wrong = await reader.post(link(letter!.token), { answer: 'accepted' })
    expect(wrong).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
    expect(await bookingWhere('id', visit.id)).toMatchObject({ status: 'accepted' })
    const both = await Promise.all(
      [1, 2].map(() => reader.post(link(letter!.token), { answer: 'skipped' })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await bookingWhere('id', visit.id)).toMatchObject({
      status: 'cancelled',
      reason_code: 'skipped',
      cancelled_by: 'client',
      cancelled_late: false,
    })
    for (const ended of [
      await reader.get(link(letter!.token)),
      await reader.post(link(letter!.token), { answer: 'skipped' }),
    ]) {
      expect(ended).toMatchObject({ status: 404, body: { code: 'answer_link_ended' } })
    }
    const { body } = await (await as(harness.server, client)).get(`/api/series/${series}`)
    expect(body.series.visits[0]).toMatchObject({ date: '2026-12-08', status: 'skipped' })
  })

  test('names the day and the time at the home in English and Spanish', async () => {
    await weekly('en')
    await weekly('es')
    const letters = await lettersAt('2026-12-06T15:00:00Z')
    const subjects = letters.map(({ subject }) => subject ?? '')
    for (const title of [
      /^Regular visit on Tue, Dec 8, 9:00\sAM, Austin time$/,
      /^Visita regular: mar, 8 de dic, 9:00\sa\.m\., hora de Austin$/,
    ]) {
      expect(subjects).toContainEqual(expect.stringMatching(title))
    }
  })

  test('comes 24 hours before a skip is late, again at the new time of a moved visit, and in the morning of a quiet night', async () => {
    const { db } = harness.server
    const pair = await weekly()
    const { visit } = pair
    await db.updateTable('bookings').set({ notice_hours: 72 }).where('id', '=', visit.id).execute()
    expect(await remindersOf(pair, '2026-12-04T14:59:00Z')).toEqual([])
    const [first] = await remindersOf(pair, '2026-12-04T15:00:00Z')
    expect(first!.subject).toContain('9:00')
    // Proposed and accepted while nobody is told: December 9 at 4:00 in Austin.
    await db
      .updateTable('bookings')
      .set({
        booking_date: '2026-12-09',
        booking_time: '04:00',
        starts_at: '2026-12-09T10:00:00Z',
        ends_at: '2026-12-09T12:00:00Z',
        moved_at: '2026-12-04T16:00:00Z',
      })
      .where('id', '=', visit.id)
      .execute()
    expect(await remindersOf(pair, '2026-12-05T10:00:00Z')).toEqual([])
    harness.now = new Date('2026-12-05T14:00:00Z')
    await sendDelayedNotices(harness.server.context)
    const [second] = await remindersOf(pair, '2026-12-05T14:00:00Z')
    expect(second!.subject).toContain('4:00')
    expect(await remindersOf(pair, '2026-12-06T15:00:00Z')).toEqual([])
  })

  test('is not sent of a visit that was skipped or agreed later, or by several runs at once', async () => {
    const pair = await weekly()
    const { client, series } = pair
    const caller = await as(harness.server, client)
    await caller.post(`/api/series/${series}/skip`, { date: '2026-12-08' })
    await runDueJobs(harness.server.context)
    await harness.box.takeNewLetters()
    expect(await remindersOf(pair, '2026-12-06T15:00:00Z')).toEqual([])
    harness.now = new Date('2026-12-06T15:01:00Z')
    await caller.post(`/api/series/${series}/unskip`, { date: '2026-12-08' })
    await runDueJobs(harness.server.context)
    await harness.box.takeNewLetters()
    expect(await remindersOf(pair, '2026-12-06T15:02:00Z')).toEqual([])
    harness.now = new Date('2026-12-13T15:00:00Z')
    await Promise.all([1, 2, 3].map(() => remindOfVisits(harness.server.context)))
    expect(await remindersOf(pair, '2026-12-13T15:00:00Z')).toHaveLength(1)
  })

  // rule: series-request
  test('is not sent of a visit that was accepted alone, and its link ends with the series', async () => {
    const { client, grace } = await accepted({ booking_date: '2026-12-02' })
    const id = await requestBooking(harness.server, client, grace, WEEKLY)
    const first = { status: 'accepted', series: 'first_only' }
    const own = await as(harness.server, grace)
    expect((await own.put(`/api/bookings/${id}/status`, first)).status).toBe(200)
    const { starts_at } = await bookingWhere('id', id)
    const token = await makeSkipToken(harness.server.db, { id, starts_at })
    expect((await visitor(harness.server).get(link(token))).status).toBe(404)
    await runDueJobs(harness.server.context)
    await harness.box.takeNewLetters()
    expect(await remindersOf({ client, grace }, '2026-11-29T15:00:00Z')).toEqual([])
  })

  test('a link ends when its visit does, and a suspended client skips nothing by it', async () => {
    const pair = await weekly()
    const { client, visit, series } = pair
    const [letter] = await remindersOf(pair, '2026-12-06T15:00:00Z')
    const reader = visitor(harness.server)
    const why = { reason: 'Reports', doneBy: 'olga' }
    await suspendByOperator(harness.server.context, client.id, why, 'keep')
    const refused = await reader.post(link(letter!.token), { answer: 'skipped' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'account_suspended' } })
    expect((await bookingWhere('id', visit.id)).status).toBe('accepted')
    await restoreByOperator(harness.server.context, client.id, why)
    expect((await reader.get(link(letter!.token))).status).toBe(200)
    await (
      await as(harness.server, client)
    ).post(`/api/series/${series}/skip`, { date: '2026-12-08' })
    expect((await reader.get(link(letter!.token))).status).toBe(404)
  })
})

// rule: work-agreement
test('reminders ask a side that has not agreed, once', async () => {
  const { client, grace, id } = await accepted()
  const asClient = await as(harness.server, client)
  const { agreement } = (await asClient.get(`/api/bookings/${id}/agreement`)).body
  const { version, hash } = agreement
  await asClient.post(`/api/bookings/${id}/agreement/confirm`, { version, hash })
  for (const at of ['2026-11-30T15:30:00Z', '2026-12-01T13:30:00Z']) {
    harness.now = new Date(at)
    await remindOfVisits(harness.server.context)
  }
  const asked = await harness.server.db
    .selectFrom('notices')
    .select(['user_id', 'kind', 'data'])
    .where('booking_id', '=', id)
    .where('kind', 'like', 'reminder.%')
    .orderBy('id')
    .execute()
  const asking = asked.filter(({ data }) => (data as { agreement?: string }).agreement)
  expect(asked).toHaveLength(4)
  expect(asking).toMatchObject([{ user_id: grace.id, kind: 'reminder.day' }])
})

// rule: work-agreement, notice-still-true
test('the bell and a letter that waits no longer ask who has agreed since, and ask again after a new version', async () => {
  const { client, grace, id } = await accepted({}, 'en')
  harness.now = new Date('2026-11-30T15:30:00Z')
  await remindOfVisits(harness.server.context)
  const asksInBell = async (person: { id: string }) => {
    const { body } = await (await as(harness.server, person)).get('/api/notices')
    const reminder = (body.notices as { topic: string; text: string }[]).find(
      ({ topic }) => topic === 'reminder',
    )
    return reminder!.text.includes('You have not agreed to the work agreement yet')
  }
  expect([await asksInBell(client), await asksInBell(grace)]).toEqual([true, true])
  const asClient = await as(harness.server, client)
  const { version, hash } = (await asClient.get(`/api/bookings/${id}/agreement`)).body.agreement
  await asClient.post(`/api/bookings/${id}/agreement/confirm`, { version, hash })
  expect([await asksInBell(client), await asksInBell(grace)]).toEqual([false, true])
  await runDueJobs(harness.server.context)
  const asking = (await harness.box.takeNewLetters()).filter(({ text }) =>
    text?.includes('You have not agreed to the work agreement yet'),
  )
  expect(asking.map(({ subject }) => subject)).toEqual(['Tomorrow: your visit to Maya'])
  const asGrace = await as(harness.server, grace)
  const request = { estimated_hours: 4, extras: [] }
  const { change } = (await asClient.post(`/api/bookings/${id}/changes`, request)).body
  await asGrace.put(`/api/bookings/${id}/changes/${change.id}`, { answer: 'accepted' })
  expect([await asksInBell(client), await asksInBell(grace)]).toEqual([true, true])
})
