// rule: access-details
import { expect, test } from 'vitest'
import { ACCESS_VIEWS_PER_HOUR } from '#contract/visits/access-rules.ts'
import { JOBS } from '#server/jobs.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { queuedJobs } from '#server/test/queue.ts'
import {
  VALUES,
  HOUR_MS,
  STARTS_AT,
  ENDS_AT,
  OPENS_AT,
  CLOSES_AT,
  accessHarness,
} from '#server/test/harness/access-harness.ts'

const { harness, save, views, answerOf, count, visit } = accessHarness()

test('the professional sees the values of an accepted visit from 24 hours before until 2 hours after it', async () => {
  const pro = await buildProfessional(harness.server, { full_name: 'Grace Walker' })
  const asked = await requestBooking(harness.server, harness.client, pro, {
    home_id: harness.homeId,
  })
  const asPro = await as(harness.server, pro)
  const view = () => asPro.post(`/api/bookings/${asked}/access/view`, {})
  const at = async (moment: Date) => {
    harness.now = moment
    return answerOf(await view())
  }
  await save(VALUES)
  expect(await at(STARTS_AT)).toBe('409 access_not_accepted')
  harness.now = NOW
  await move(harness.server, pro, asked, 'accepted')
  expect(await at(new Date(+OPENS_AT - 1))).toBe('409 access_not_yet')
  expect(await count('access_views')).toBe(0)

  harness.now = OPENS_AT
  const { body, headers } = await view()
  expect(body).toEqual({ ...VALUES, closes_at: CLOSES_AT.toISOString() })
  expect(headers['cache-control']).toBe('no-store')
  await save({ alarm: null })
  harness.now = ENDS_AT
  await move(harness.server, pro, asked, 'completed')
  expect(await at(new Date(+CLOSES_AT - 1))).toBe('200')
  expect(await at(CLOSES_AT)).toBe('409 access_over')
  const viewedAt = async (who: Caller) =>
    (await who.get(`/api/bookings/${asked}/visit`)).body.visit.access.viewed_at
  expect(await viewedAt(harness.caller)).toEqual(
    [new Date(+CLOSES_AT - 1), OPENS_AT].map((at) => at.toISOString()),
  )
  expect(await viewedAt(asPro)).toEqual([])
  const professional = { user_id: pro.id, full_name: 'Grace Walker Cleaning' }
  expect(await views()).toMatchObject([
    {
      by: 'professional',
      professional,
      booking_id: asked,
      fields: ['door_code', 'key_place', 'wifi'],
    },
    { at: OPENS_AT.toISOString(), professional, fields: Object.keys(VALUES) },
  ])
})

test('a moved visit moves its window, a cancelled one has none, and a visit without values or home is empty', async () => {
  const pro = await buildProfessional(harness.server)
  const { id, view } = await visit(pro)
  harness.now = STARTS_AT
  expect(answerOf(await view())).toBe('404 access_empty')
  await save(VALUES)
  await harness.server.db
    .updateTable('bookings')
    .set({
      starts_at: new Date(+STARTS_AT + 25 * HOUR_MS),
      ends_at: new Date(+ENDS_AT + 25 * HOUR_MS),
    })
    .where('id', '=', id)
    .execute()
  expect(answerOf(await view())).toBe('409 access_not_yet')
  await move(harness.server, harness.client, id, 'cancelled', 'Plans changed')
  expect(answerOf(await view())).toBe('409 access_not_accepted')

  harness.now = NOW
  const other = await visit(pro)
  await harness.caller.delete(`/api/homes/${harness.homeId}`)
  harness.now = STARTS_AT
  expect(answerOf(await other.view())).toBe('404 access_empty')
})

test('nobody but the two sides uses the access of a visit', async () => {
  await save(VALUES)
  const { id, view, open, asPro } = await visit(await buildProfessional(harness.server))
  harness.now = STARTS_AT
  const others = [
    await as(harness.server, await buildClient(harness.server)),
    await as(harness.server, await buildProfessional(harness.server)),
  ] as const
  const answers = [
    await view(harness.caller),
    await view(others[0]),
    await view(others[1]),
    await view(visitor(harness.server)),
    await asPro.post('/api/bookings/none/access/view', {}),
    await open(false, asPro),
    await open(false, others[0]),
    await open(false, others[1]),
    await open('no'),
  ]
  expect(answers.map(answerOf)).toEqual([
    '403 professionals_only',
    '403 professionals_only',
    '404 booking_not_found',
    '401 not_signed_in',
    '404 booking_not_found',
    '403 clients_only',
    '404 booking_not_found',
    '403 clients_only',
    '422 invalid_input',
  ])
  expect(await count('access_views')).toBe(0)
  await harness.server.db
    .updateTable('leads')
    .set({ opened_at: null })
    .where('client_id', '=', harness.client.id)
    .execute()
  expect(answerOf(await view())).toBe('402 lead_locked')
  const events = harness.server.db.selectFrom('events').select('kind').where('subject_id', '=', id)
  expect(await events.where('kind', 'like', 'access.%').execute()).toEqual([])
})

test('the client ends the access and opens it again, until the window is over', async () => {
  await save(VALUES)
  const { view, open, seen, asPro } = await visit(await buildProfessional(harness.server))
  const window = { opens_at: OPENS_AT.toISOString(), closes_at: CLOSES_AT.toISOString() }
  const saved = Object.keys(VALUES)
  // An ended access is refused as such, also before the window.
  expect((await open(false)).body).toEqual({ open: false, ...window })
  expect(answerOf(await view())).toBe('409 access_ended')
  await open(true)
  expect(answerOf(await view())).toBe('409 access_not_yet')
  expect(await seen(harness.caller)).toEqual({
    saved,
    open: true,
    ...window,
    viewed_at: [],
    may: ['end_access'],
  })
  expect(await seen(asPro)).toEqual({ saved, open: true, ...window, viewed_at: [], may: [] })
  harness.now = STARTS_AT
  expect(await seen(asPro)).toMatchObject({ may: ['view_access'] })
  for (const _ of [1, 2]) expect((await open(false)).body).toEqual({ open: false, ...window })
  expect(answerOf(await view())).toBe('409 access_ended')
  expect(await seen(harness.caller)).toMatchObject({ open: false, may: ['open_access'] })
  expect(await seen(asPro)).toMatchObject({ open: false, may: [] })
  expect((await open(true)).body).toEqual({ open: true, ...window })
  expect(answerOf(await view())).toBe('200')

  harness.now = new Date(+CLOSES_AT - 1)
  expect(answerOf(await open(false))).toBe('200')
  harness.now = CLOSES_AT
  expect(answerOf(await open(true))).toBe('409 access_over')
  expect(answerOf(await view())).toBe('409 access_ended')
  expect(await seen(harness.caller)).toMatchObject({ may: [] })
})

test('a block of either side ends the access', async () => {
  await save(VALUES)
  const pro = await buildProfessional(harness.server)
  const { view, seen, asPro } = await visit(pro)
  harness.now = STARTS_AT
  for (const [who, other] of [
    [harness.caller, pro],
    [asPro, harness.client],
  ] as const) {
    const block = { other_user_id: other.id }
    expect((await who.post('/api/chat/block', block)).status).toBe(200)
    expect(answerOf(await view())).toBe('409 access_ended')
    expect(await seen(harness.caller)).toMatchObject({ open: false })
    await who.delete(`/api/chat/block/${other.id}`)
  }
  expect(answerOf(await view())).toBe('200')
})

test('the values of a visit are shown at most 30 times an hour, times the scale of all limits', async () => {
  const most = 2 * ACCESS_VIEWS_PER_HOUR
  await save(VALUES)
  const { view } = await visit(await buildProfessional(harness.server))
  harness.now = STARTS_AT
  for (let times = 0; times < most; times++) expect((await view()).status).toBe(200)
  const { status, body, headers } = await view()
  expect([status, body.code, headers['retry-after']]).toEqual([429, 'too_many_requests', '3600'])
  expect(await count('access_views')).toBe(most)
  harness.now = new Date(+STARTS_AT + HOUR_MS - 1)
  expect((await view()).status).toBe(429)
  harness.now = new Date(+STARTS_AT + HOUR_MS)
  expect((await view()).status).toBe(200)
})

test('after the end of the access was answered no look succeeds, also of those on their way', async () => {
  await save(VALUES)
  const { view, open } = await visit(await buildProfessional(harness.server))
  harness.now = STARTS_AT
  let isEnded = false
  const outcomes = await Promise.all([
    ...Array.from({ length: 6 }, async () => {
      const { status } = await view()
      return status
    }),
    open(false).then(async ({ status }) => {
      isEnded = status === 200
      return status
    }),
    ...Array.from({ length: 6 }, async () => (await view()).status),
  ])
  expect(isEnded).toBe(true)
  const shown = outcomes.filter((status) => status === 200).length - 1
  expect(await count('access_views')).toBe(shown)
  expect(answerOf(await view())).toBe('409 access_ended')
  expect(await count('access_views')).toBe(shown)
})

// rule: access-log
test('the client is told of the first look of a visit and of the first after a change; the professional of the end', async () => {
  await save(VALUES)
  const pro = await buildProfessional(harness.server, { full_name: 'Grace Walker' })
  const { id, view, open } = await visit(pro)
  harness.now = STARTS_AT
  for (let looks = 0; looks < 4; looks += 1) await view()
  await save({ alarm: '1234' })
  await view()
  await open(false)
  await open(false)
  const events = await harness.server.db
    .selectFrom('events')
    .select(['id', 'kind', 'data'])
    .where('subject_id', '=', id)
    .where('kind', 'like', 'access.%')
    .orderBy('id')
    .execute()
  expect(events.map(({ kind, data }) => [kind, data])).toEqual([
    ...Array.from({ length: 5 }, () => ['access.viewed', {}]),
    ['access.ended', {}],
  ])
  const jobs = await queuedJobs(harness.server.db, 'notify-visit')
  const told = jobs.map(({ payload }) => payload.event_id)
  expect(told.filter((event) => events.some((one) => one.id === event))).toEqual(
    [0, 4, 5].map((index) => events[index]!.id),
  )
  const tell = async (event_id: string) =>
    JOBS['notify-visit'](harness.server.context, { event_id })
  for (const event_id of told) await tell(event_id)
  const titles = async (person: { id: string }) =>
    (await (await as(harness.server, person)).get('/api/notices')).body.notices
      .map(({ title }: { title: string }) => title)
      .filter((title: string) => /access/.test(title))
  expect(await titles(harness.client)).toEqual([
    'Grace opened your access details',
    'Grace opened your access details',
  ])
  expect(await titles(pro)).toEqual(['Ana turned off access to this visit'])

  // rule: visit-notices
  for (let ends = 0; ends < 3; ends += 1) {
    await open(true)
    await open(false)
  }
  const ended = await harness.server.db
    .selectFrom('events')
    .select('id')
    .where('subject_id', '=', id)
    .where('kind', '=', 'access.ended')
    .orderBy('id')
    .execute()
  const tellAll = async () => {
    for (const event of ended) await tell(event.id)
    return (await titles(pro)).length
  }
  expect(await tellAll()).toBe(3)
  harness.now = new Date(+STARTS_AT + HOUR_MS)
  expect(await tellAll()).toBe(4)
  // The details of a completed visit stay open for some hours, so the end is told then too.
  const { db } = harness.server
  await db.deleteFrom('notices').where('user_id', '=', pro.id).execute()
  await db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', id).execute()
  expect(await tellAll()).toBe(4)
  // An event that does not stand any more when its time comes causes no notice.
  await db.deleteFrom('notices').where('user_id', '=', pro.id).execute()
  await open(true)
  expect(await tellAll()).toBe(3)
})
