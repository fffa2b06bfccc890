import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { as } from '#server/test/call.ts'
import { brokenInvariants } from '#server/test/invariants.ts'
import { runningSeriesHarness } from '#server/test/harness/running-series-harness.ts'
import type { Side, Visit } from '#server/test/harness/running-series-harness.ts'
import { expireChanges } from '../series/series-jobs.ts'

const { harness, person, call, done, answer, view, standing, bookingOn, refusal, titles } =
  runningSeriesHarness()

// rule: order-of-refusal, series-changes
test('a change that does not exist is not found, also for a series that has ended', async () => {
  await done('client', 'end')
  expect((await answer('client', harness.client.id, 'accepted')).body.code).toBe('series_not_found')
})

// rule: series-changes
test('the same answer again changes nothing, also once the series has ended', async () => {
  const asked = { from_date: '2026-12-08', booking_time: '14:00' }
  const { change } = await done('client', 'changes', asked)
  expect((await answer('professional', change.id, 'accepted')).status).toBe(200)
  const ended = await done('client', 'end')
  const again = await answer('professional', change.id, 'accepted')
  expect(again).toMatchObject({ status: 200, body: { series: { status: 'ended' } } })
  expect(await standing()).toEqual([])
  expect((await answer('professional', change.id, 'declined')).body.code).toBe('series_not_active')
  expect(ended.visits).toEqual([])
})

// rule: series-changes
test('the price is locked: a lower rate holds at once, a higher one needs 30 days and the yes of the client', async () => {
  expect(
    await refusal(() => call('client', 'changes', { from_date: '2026-12-08', hourly_rate: 60 })),
  ).toBe('403 not_yours')
  const lower = await done('professional', 'changes', { from_date: '2026-12-08', hourly_rate: 60 })
  expect(lower.change).toBeNull()
  expect((await standing()).map((one) => one.hourly_rate_cents)).toEqual([
    6500, 6000, 6000, 6000, 6000, 6000, 6000,
  ])
  expect(
    await refusal(() =>
      call('professional', 'changes', { from_date: '2026-12-19', hourly_rate: 70 }),
    ),
  ).toBe('422 rate_notice')
  expect(
    await refusal(() =>
      call('professional', 'changes', { from_date: '2026-12-22', hourly_rate: 201 }),
    ),
  ).toBe('422 hourly_rate_invalid')
  const { change } = await done('professional', 'changes', {
    from_date: '2026-12-20',
    hourly_rate: 70,
  })
  expect(change.hourly_rate).toBe(70)
  expect((await standing())[3]!.hourly_rate_cents).toBe(6000)
  await answer('client', change.id, 'accepted')
  expect((await standing()).map((one) => one.total_cents)).toEqual([
    13_000, 12_000, 12_000, 14_000, 14_000, 14_000, 14_000,
  ])
})

// rule: series-changes, work-agreement
test('what was agreed on for a later date stays: a change from before it brings only what it names', async () => {
  const agree = async (by: Side, asked: object) => {
    const { change } = await done(by, 'changes', asked)
    const other = by === 'client' ? 'professional' : 'client'
    expect((await answer(other, change.id, 'accepted')).status).toBe(200)
  }
  const facts = async () =>
    (await standing())
      .slice(0, 4)
      .map((one) =>
        [one.series_date, one.booking_time, one.estimated_hours, one.hourly_rate_cents].join(' '),
      )
  const agreed = async (date: string) => {
    const path = `/api/bookings/${(await bookingOn(date)).id}/agreement`
    const { agreement } = (await (await as(harness.server, harness.client)).get(path)).body
    return JSON.stringify(agreement.columns[0].sections)
  }
  await agree('client', { from_date: '2026-12-15', booking_time: '14:00' })
  const before = await standing()
  const lower = await done('professional', 'changes', { from_date: '2026-12-08', hourly_rate: 60 })
  expect(lower.change).toBeNull()
  expect(await facts()).toEqual([
    '2026-12-01 09:00 2 6500',
    '2026-12-08 09:00 2 6000',
    '2026-12-15 14:00 2 6000',
    '2026-12-22 14:00 2 6000',
  ])
  // Each visit shows the terms of its date.
  const { visits } = await view()
  const terms = { cleaning_frequency: 'weekly', weekday: 2, estimated_hours: 2, hourly_rate: 60 }
  expect(visits[1].terms).toEqual({ ...terms, booking_time: '09:00' })
  expect(visits[2].terms).toEqual({ ...terms, booking_time: '14:00' })
  await agree('client', { from_date: '2026-12-08', estimated_hours: 3 })
  expect(await facts()).toEqual([
    '2026-12-01 09:00 2 6500',
    '2026-12-08 09:00 3 6000',
    '2026-12-15 14:00 3 6000',
    '2026-12-22 14:00 3 6000',
  ])
  expect((await standing()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  const [first, later] = [await agreed('2026-12-08'), await agreed('2026-12-22')]
  expect(first).toContain('9:00 AM')
  expect(later).toContain('2:00 PM')
  for (const text of [first, later]) expect(text).toContain('Total: $180')

  // A rate that was lower from a later date on does not rise.
  await done('professional', 'changes', { from_date: '2026-12-22', hourly_rate: 50 })
  const cheap = await bookingOn('2026-12-22')
  const path = `/api/bookings/${cheap.id}/changes`
  const asClient = await as(harness.server, harness.client)
  expect((await asClient.post(path, { estimated_hours: 2 })).status).toBe(200)
  await done('professional', 'changes', { from_date: '2026-12-08', hourly_rate: 55 })
  expect((await standing()).map((one) => one.hourly_rate_cents)).toEqual([
    6500, 5500, 5500, 5000, 5000, 5000, 5000,
  ])
  // A visit that has its rate already does not change: what was proposed for it alone stays open.
  expect(
    await harness.server.db
      .selectFrom('booking_changes')
      .select('id')
      .where('booking_id', '=', cheap.id)
      .where('status', '=', 'open')
      .execute(),
  ).toHaveLength(1)
  const { db } = harness.server
  const broken = db
    .transaction()
    .execute((tx) => brokenInvariants(tx, harness.now, ['series-visit', 'series-date-once']))
  expect(await broken).toEqual({})
})

/** The visit of a date gets other terms than the series, and perhaps another time. */
async function agreeAlone(date: string, asked: object, time?: string) {
  const { id } = await bookingOn(date)
  const asClient = await as(harness.server, harness.client)
  const asPro = await as(harness.server, harness.professional)
  const { change } = (await asClient.post(`/api/bookings/${id}/changes`, asked)).body
  await asPro.put(`/api/bookings/${id}/changes/${change.id}`, { answer: 'accepted' })
  if (!time) return
  const to = { booking_date: date, booking_time: time }
  const { proposal } = (await asClient.post(`/api/bookings/${id}/proposals`, to)).body
  await asPro.put(`/api/bookings/${id}/proposals/${proposal.id}`, { answer: 'accepted' })
}

async function offerSupplies() {
  const offer = {
    services: [],
    supplies: { brings: 'priced', price: 10 },
    eco_products: false,
    pets_ok: false,
    languages: ['en'],
    extras: [{ code: 'oven', minutes: 30, price: 20 }],
    discounts: { weekly: 0, biweekly: 0, monthly: 0 },
    costs: { cost_per_mile: 0.7, supplies_per_visit: 0 },
  }
  const asPro = await as(harness.server, harness.professional)
  const path = `/api/professional/offer/${harness.professional.id}`
  expect((await asPro.put(path, { offer, version: 0 })).status).toBe(200)
}

// rule: series-changes, visit-changes
test('another rate alone keeps what was agreed on for one visit; another change gives it the terms of all', async () => {
  await offerSupplies()
  const asked = { estimated_hours: 3, extras: ['oven'], supplies: 'professional' }
  await agreeAlone('2026-12-15', asked, '11:00')
  const facts = async (date: string) => {
    const { id, ...visit } = await bookingOn(date)
    const path = `/api/bookings/${id}/agreement`
    const { agreement } = (await (await as(harness.server, harness.client)).get(path)).body
    const { estimated_hours, supplies, total_cents, booking_time } = visit
    const sections: { code: string; lines: string[] }[] = agreement.columns[0].sections
    const agreed = (code: string) => sections.find((one) => one.code === code)!.lines.join('\n')
    const said = { price: agreed('price'), of_supplies: agreed('supplies') }
    return { estimated_hours, supplies, total_cents, booking_time, ...said }
  }
  await done('professional', 'changes', { from_date: '2026-12-08', hourly_rate: 60 })
  expect(await facts('2026-12-15')).toEqual({
    estimated_hours: 3,
    supplies: 'professional',
    // 2.5 hours of work, the oven and the supplies.
    total_cents: 15_000 + 2000 + 1000,
    booking_time: '11:00',
    price: expect.stringContaining('Total: $180'),
    of_supplies: 'The professional brings the cleaning supplies.',
  })
  expect(await facts('2026-12-22')).toMatchObject({ estimated_hours: 2, total_cents: 12_000 })

  const { change } = await done('client', 'changes', {
    from_date: '2026-12-08',
    booking_time: '10:00',
  })
  await answer('professional', change.id, 'accepted')
  expect(await facts('2026-12-15')).toEqual({
    estimated_hours: 2,
    supplies: 'client',
    total_cents: 12_000,
    booking_time: '10:00',
    price: expect.stringContaining('Total: $120'),
    of_supplies: 'The client provides the cleaning supplies.',
  })
})

// rule: series-changes
test('a change ends after 7 days or when its first visit begins; wrong ones are refused', async () => {
  const { change } = await done('client', 'changes', { from_date: '2026-12-08', weekday: 3 })
  expect(change.expires_at).toBe('2026-11-27T16:00:00.000Z')
  harness.now = new Date('2026-11-27T15:59:59.999Z')
  expect((await answer('professional', change.id, 'declined')).status).toBe(200)
  const { change: next } = await done('client', 'changes', { from_date: '2026-12-08', weekday: 3 })
  expect(next.expires_at).toBe('2026-12-04T15:59:59.999Z')
  harness.now = new Date(next.expires_at)
  expect((await answer('professional', next.id, 'accepted')).body.code).toBe('change_over')
  await expireChanges(harness.server.context)
  expect(await titles('client')).toContain('Your proposal expired')
  const refused: [object, string][] = [
    [{ from_date: '2026-11-26', weekday: 3 }, '422 series_date_invalid'],
    [{ from_date: '2026-12-08' }, '422 invalid_input'],
    [{ from_date: '2026-12-08', weekday: 2 }, '422 invalid_input'],
    [{ from_date: '2026-12-08', weekday: 8 }, '422 invalid_input'],
    [{ from_date: '2026-12-08', booking_time: '25:00' }, '422 time_invalid'],
    [{ from_date: '2026-12-08', estimated_hours: 5 }, '422 hours_invalid'],
    [{ from_date: '2026-12-08', cleaning_frequency: 'one_time' }, '422 frequency_invalid'],
  ]
  for (const [asked, code] of refused) {
    expect(await refusal(() => call('client', 'changes', asked))).toBe(code)
  }
})

/** The notices of one side with their letters, newest first. */
async function told(side: Side) {
  await titles(side)
  const { body } = await (await as(harness.server, person(side))).get('/api/notices')
  const letters = await Promise.all(
    (await harness.server.letters()).map((text) => PostalMime.parse(text)),
  )
  return body.notices.map(({ title, text, href }: Record<string, string>) => ({
    title,
    text,
    href,
    letter: letters.findLast(({ subject }) => subject === title)?.text,
  }))
}

// rule: series-notices
test('what a notice tells of a series leads both sides to it, and names no other visit', async () => {
  const href = `/regular-visits/${harness.series}`
  const later = { from_date: '2026-12-15', hourly_rate: 60, estimated_hours: 3 }
  const { change } = await done('professional', 'changes', later)
  expect((await told('client'))[0]).toMatchObject({
    href,
    title: expect.stringMatching(/proposes a/),
  })
  await answer('client', change.id, 'declined')
  const [declined] = await told('professional')
  expect(declined).toMatchObject({
    href,
    title: 'Maya does not accept your change',
    text: "Maya didn't accept your change. The regular visits stay as they were.",
    letter: expect.stringContaining(href),
  })
  expect(declined.letter).not.toContain('When:')

  harness.now = new Date('2026-12-05T16:00:00Z')
  await done('professional', 'changes', { ...later, from_date: '2027-01-05' })
  harness.now = new Date('2026-12-12T16:00:00Z')
  await expireChanges(harness.server.context)
  const [expired] = await told('professional')
  expect(expired).toMatchObject({ href, text: expect.stringContaining('regular visits stay') })
  const { booking_id } = await harness.server.db
    .selectFrom('notices')
    .select('booking_id')
    .where('user_id', '=', harness.professional.id)
    .where('kind', '=', 'booking.proposal_expired')
    .executeTakeFirstOrThrow()
  expect(booking_id).toBe((await bookingOn('2026-12-15')).id)

  await done('client', 'skip', { date: '2027-04-06' })
  expect((await told('professional'))[0].letter).not.toContain('When:')
  await done('client', 'skip', { date: '2026-12-22' })
  expect((await told('professional'))[0].letter).toContain('When: Tue, Dec 22')
})

// rule: notice-still-true
test('no letter tells of a change that was withdrawn before it is sent', async () => {
  await titles('professional')
  const before = (await harness.server.letters()).length
  const asked = { from_date: '2026-12-15', booking_time: '10:00' }
  const { change } = await done('client', 'changes', asked)
  await answer('client', change.id, 'withdrawn')
  await titles('professional')
  expect(await harness.server.letters()).toHaveLength(before)
})

// rule: series
test('a side proposes five changes a day, also if it withdraws each; a person gives 60 commands an hour', async () => {
  const { config } = harness.server.context
  const scale = config.rateLimitScale
  Object.assign(config, { rateLimitScale: 1 })
  try {
    const asked = { from_date: '2026-12-15', booking_time: '10:00' }
    for (let n = 0; n < 5; n++) {
      const { change } = await done('client', 'changes', asked)
      expect((await answer('client', change.id, 'withdrawn')).status).toBe(200)
    }
    expect(await refusal(() => call('client', 'changes', asked))).toBe('429 too_many_requests')
    expect((await call('professional', 'changes', asked)).status).toBe(200)
    harness.now = new Date(+harness.now + 25 * 3_600_000)
    expect((await call('client', 'changes', asked)).body.code).toBe('change_open')
  } finally {
    Object.assign(config, { rateLimitScale: scale })
  }
  // The stored points are set as if the limit were reached.
  await sql`update rate_limits set points = 1000000 where key like 'series_by_user%'`.execute(
    harness.server.db,
  )
  const skip = { date: '2026-12-08' }
  expect(await refusal(() => call('client', 'skip', skip))).toBe('429 too_many_requests')
  const paused = { from_date: '2026-12-10', to_date: '2026-12-17' }
  const own = await as(harness.server, harness.client)
  expect((await own.post('/api/series/pause', paused)).status).toBe(429)
})

// rule: series-changes
test('of two first changes at the same moment one is refused', async () => {
  const answers = await Promise.all([
    call('client', 'changes', { from_date: '2026-12-08', weekday: 3 }),
    call('professional', 'changes', { from_date: '2026-12-08', weekday: 4 }),
  ])
  expect(answers.map(({ status, body }) => `${status} ${body.code}`).toSorted()).toEqual([
    '200 undefined',
    '409 change_open',
  ])
})

// rule: proposals, series
test('an open proposal shows at its visit, with what each side can answer', async () => {
  const { id } = await bookingOn('2026-12-08')
  const proposed = await (
    await as(harness.server, harness.client)
  ).post(`/api/bookings/${id}/proposals`, { booking_date: '2026-12-09', booking_time: '10:00' })
  expect(proposed.status).toBe(200)
  const proposalFor = async (side: Side, date: string) => {
    const { body } = await (
      await as(harness.server, person(side))
    ).get(`/api/series/${harness.series}`)
    return body.series.visits.find((visit: Visit) => visit.date === date).proposal
  }
  expect(await proposalFor('client', '2026-12-08')).toEqual(proposed.body.proposal)
  expect(await proposalFor('professional', '2026-12-08')).toMatchObject({
    by: 'client',
    booking_date: '2026-12-09',
    may: ['accepted', 'declined'],
  })
  expect(await proposalFor('client', '2026-12-15')).toBeNull()
})
