// rule: visit-stages, visit-notices, booking-expires
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { completeBookings } from '#server/bookings/lists/booking-jobs.ts'
import { deleteHomeDetails } from '#server/bookings/moves/delete-account-bookings.ts'
import { notifyOfVisit } from '#server/talk/kinds/visit-notices.ts'
import { deleteOldStages } from './delete-stages.ts'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { queuedJobs } from '#server/test/queue.ts'

let server: TestServer
/** The visit is on December 1, from 9:00 to 11:00 in Austin. */
const START = new Date('2026-12-01T15:00:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let now = START
let client: { id: string }
let pro: { id: string }
let asPro: Caller
let id: string

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = new Date('2026-11-20T16:00:00Z')
  client = await buildClient(server)
  pro = await buildProfessional(server, { full_name: 'Grace Walker' })
  asPro = await as(server, pro)
  id = await requestBooking(server, client, pro)
  await move(server, pro, id, 'accepted')
  now = START
})

const after = (minutes: number) => new Date(+START + minutes * MINUTE_MS)
const press = (stage: string, facts: object = {}, headers = {}) =>
  asPro.post(`/api/bookings/${id}/stages`, { stage, ...facts }, headers)
const undo = (stage: string) => asPro.delete(`/api/bookings/${id}/stages/${stage}`)
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? '200' : `${status} ${body.code}`
const visitEvents = () =>
  server.db
    .selectFrom('events')
    .select(['id', 'kind'])
    .where('subject_id', '=', id)
    .where('kind', 'like', 'visit.%')
    .orderBy('id')
    .execute()
/** Runs the jobs of all events of the visit, and returns the client's titles. */
async function noticesOfClient(): Promise<string[]> {
  for (const event of await visitEvents()) {
    await notifyOfVisit(server.context, { event_id: event.id })
  }
  const { notices } = (await (await as(server, client)).get('/api/notices')).body
  return notices
    .filter(({ topic }: { topic: string }) => topic === 'visit')
    .map(({ title }: { title: string }) => title)
}

test('stages go on in their order, and both sides and the lists see them', async () => {
  now = after(-30)
  const first = await press('on_my_way', { eta_minutes: 20, note: ' Traffic ' })
  expect(first.body.visit).toMatchObject({
    stage: 'on_my_way',
    stages: [
      {
        stage: 'on_my_way',
        at: now.toISOString(),
        received_at: now.toISOString(),
        note: 'Traffic',
        eta_minutes: 20,
        undo_until: after(-25).toISOString(),
      },
    ],
    may: ['arrived', 'started', 'finished', 'undo', 'confirm_agreement', 'propose_change'],
  })
  now = after(-20)
  const changed = await press('on_my_way', { eta_minutes: 10, note: 'Other' })
  const etaOf = ({ body }: typeof changed) => {
    const { eta_minutes, eta_before } = body.visit.stages[0]
    return [eta_minutes, eta_before]
  }
  expect(etaOf(first)).toEqual([20, undefined])
  expect(etaOf(changed)).toEqual([10, 20])
  expect(etaOf(await press('on_my_way', { eta_minutes: 10 }))).toEqual([10, 20])
  expect(etaOf(await press('on_my_way', { eta_minutes: 20 }))).toEqual([20, null])
  expect(etaOf(await press('on_my_way', { eta_minutes: 10 }))).toEqual([10, 20])
  now = after(0)
  await press('started')
  const asClient = await as(server, client)
  const seen = (await asClient.get(`/api/bookings/${id}/visit`)).body.visit
  expect(seen).toMatchObject({
    stage: 'started',
    stages: [
      { stage: 'on_my_way', at: after(-30).toISOString(), note: 'Traffic', eta_minutes: 10 },
      { stage: 'started', at: START.toISOString() },
    ],
    may: ['confirm_agreement', 'propose_change'],
  })
  expect((await asClient.get(`/api/bookings/${id}`)).body.booking).toMatchObject({
    stage: 'started',
    outcome: null,
  })
  const thread = (await asClient.get(`/api/chat/messages/${client.id}/${pro.id}`)).body.messages
  expect(thread.at(-1).booking).toMatchObject({ stage: 'started', outcome: null })
  expect(await noticesOfClient()).toEqual([
    'Grace has started',
    'Grace is on the way, about 10 min',
  ])
})

test('20 equal presses at once are one stage, one event and one notice', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      press(
        'arrived',
        {},
        { 'idempotency-key': index % 2 ? 'same' : `own ${index}`.replace(' ', '-') },
      ),
    ),
  )
  expect(new Set(answers.map(answerOf))).toEqual(new Set(['200']))
  expect((await visitEvents()).map(({ kind }) => kind)).toEqual(['visit.arrived'])
  expect(await noticesOfClient()).toEqual(['Grace has arrived'])
})

test('a press that is sent again later is the same press, also after it was taken back; its key serves no other visit', async () => {
  const key = { 'idempotency-key': 'kept' }
  const pressed_at = after(-2).toISOString()
  await press('arrived', { pressed_at, sent_at: after(-1).toISOString() }, key)
  await undo('arrived')
  const again = await press('arrived', { pressed_at, sent_at: after(0).toISOString() }, key)
  expect(again).toMatchObject({ status: 200, body: { visit: { booking_id: id, stage: null } } })
  const other = await requestBooking(server, await buildClient(server), pro, {
    booking_date: '2026-12-02',
  })
  const elsewhere = await asPro.post(
    `/api/bookings/${other}/stages`,
    { stage: 'arrived', pressed_at },
    key,
  )
  expect(answerOf(elsewhere)).toBe('422 idempotency_key_reused')
})

test('a stage is told at once however often it is pressed; its fourth letter within an hour waits', async () => {
  for (let count = 0; count < 5; count += 1) {
    if (count > 0) await undo('finished')
    now = after(count)
    await press('finished')
    const told = (await noticesOfClient()).filter((title) => title.includes('has finished'))
    expect(told).toEqual(['Grace has finished'])
  }
  const notices = await server.db
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', client.id)
    .where('kind', '=', 'visit.finished')
    .execute()
  const jobsOf = async (job: 'send-notice-letter' | 'send-notice-push') =>
    (await queuedJobs(server.db, job)).filter(({ payload }) =>
      notices.some(({ id }) => id === payload.notice_id),
    )
  const letters = await jobsOf('send-notice-letter')
  expect(letters.map(({ run_at }) => run_at)).toEqual([after(61)])
  const [push, ...others] = await jobsOf('send-notice-push')
  expect(others).toEqual([])
  expect(push!.run_at).not.toEqual(after(61))
})

test('queued presses of a phone three days wrong land on the right minute', async () => {
  const wrong = (date: Date) => new Date(+date + 72 * HOUR_MS).toISOString()
  now = after(40)
  const sent_at = wrong(now)
  await press('arrived', { pressed_at: wrong(after(-4)), sent_at })
  // The phone lost the order of these two.
  await press('started', { pressed_at: wrong(after(-10)), sent_at })
  await press('finished', { pressed_at: wrong(after(43)), sent_at })
  const { stages } = (await asPro.get(`/api/bookings/${id}/visit`)).body.visit
  expect(stages.map(({ at }: { at: string }) => at)).toEqual([
    after(-4).toISOString(),
    after(-4).toISOString(),
    after(40).toISOString(),
  ])
  expect(stages[0].received_at).toBe(now.toISOString())
})

test('each refusal of a stage, and nothing is written', async () => {
  now = after(-60)
  const other = await requestBooking(server, client, await buildProfessional(server))
  now = START
  expect(answerOf(await press('slept'))).toBe('422 invalid_input')
  expect(answerOf(await press('arrived', { note: 'x'.repeat(281) }))).toBe('422 invalid_input')
  expect(answerOf(await press('on_my_way', { eta_minutes: 181 }))).toBe('422 invalid_input')
  const old = { pressed_at: after(-72 * 60 - 1).toISOString() }
  expect(answerOf(await press('arrived', old))).toBe('422 stage_time_invalid')
  const ahead = { pressed_at: after(6).toISOString(), sent_at: START.toISOString() }
  expect(answerOf(await press('arrived', ahead))).toBe('422 stage_time_invalid')
  expect(answerOf(await asPro.post(`/api/bookings/${other}/stages`, { stage: 'arrived' }))).toBe(
    '404 booking_not_found',
  )
  const asClient = await as(server, client)
  expect(answerOf(await asClient.post(`/api/bookings/${id}/stages`, { stage: 'arrived' }))).toBe(
    '403 only_professional_updates',
  )
  now = after(-181)
  expect(answerOf(await press('on_my_way'))).toBe('409 stage_too_early')
  now = after(120 + 72 * 60 + 1)
  expect(answerOf(await press('arrived'))).toBe('409 stage_too_late')
  expect(await visitEvents()).toEqual([])

  now = START
  await press('started')
  expect(answerOf(await press('arrived'))).toBe('409 stage_order')
  expect((await visitEvents()).map(({ kind }) => kind)).toEqual(['visit.started'])
})

test('a cancelled visit has no stages, and a locked lead none either', async () => {
  now = after(-60)
  await move(server, client, id, 'cancelled', 'Not at home')
  expect(answerOf(await press('on_my_way'))).toBe('409 booking_already_moved')
  const poor = await buildProfessional(server, { credits: 0 })
  const locked = await requestBooking(server, client, poor)
  const call = (await as(server, poor)).post(`/api/bookings/${locked}/stages`, { stage: 'arrived' })
  expect(answerOf(await call)).toBe('402 lead_locked')
  expect(await visitEvents()).toEqual([])
})

// rule: proposals
test('a visit that moves begins again at its new time', async () => {
  now = after(-30)
  await press('on_my_way')
  await press('arrived')
  const asked = { booking_date: '2026-12-02', booking_time: '09:00' }
  const { proposal } = (await asPro.post(`/api/bookings/${id}/proposals`, asked)).body
  const asClient = await as(server, client)
  const path = `/api/bookings/${id}/proposals/${proposal.id}`
  expect(answerOf(await asClient.put(path, { answer: 'accepted' }))).toBe('200')
  const { visit } = (await asPro.get(`/api/bookings/${id}/visit`)).body
  expect(visit).toMatchObject({ starts_at: '2026-12-02T15:00:00.000Z', stage: null, stages: [] })
})

test('neither a word of the client nor a no-show keeps a stage from being taken back', async () => {
  const asClient = await as(server, client)
  await press('finished')
  const { report_until } = (await asClient.get(`/api/bookings/${id}/visit`)).body.visit
  expect(report_until).not.toBeNull()
  const quality = { kind: 'quality', statement: 'The kitchen floor is sticky' }
  expect(answerOf(await asClient.post(`/api/bookings/${id}/all-good`, {}))).toBe('200')
  expect(answerOf(await asClient.post(`/api/bookings/${id}/problems`, quality))).toBe('200')
  expect(answerOf(await undo('finished'))).toBe('200')
  for (const [no_show, final_amount] of [
    ['undecided', null],
    ['professional', 0],
  ] as const) {
    await server.db.updateTable('bookings').set({ no_show: null }).where('id', '=', id).execute()
    await press('finished')
    await server.db.updateTable('bookings').set({ no_show }).where('id', '=', id).execute()
    expect((await asPro.get(`/api/bookings/${id}/visit`)).body.visit.may).toContain('undo')
    expect(answerOf(await undo('finished'))).toBe('200')
    // rule: settle-hours
    const { booking } = (await asClient.get(`/api/bookings/${id}`)).body
    expect(booking).toMatchObject({ stage: null, final_amount })
  }
})

test('the latest stage can be taken back for 5 minutes, and its unread notice goes', async () => {
  await press('arrived')
  await press('started')
  expect(await noticesOfClient()).toHaveLength(2)
  expect(answerOf(await undo('arrived'))).toBe('409 stage_undo_over')
  expect(answerOf(await undo('finished'))).toBe('200')
  now = after(5)
  const undone = await undo('started')
  expect(undone.body.visit).toMatchObject({
    stage: 'arrived',
    may: ['started', 'finished', 'undo', 'confirm_agreement', 'propose_change'],
  })
  expect(await noticesOfClient()).toEqual(['Grace has arrived'])
  await press('started')
  expect(await noticesOfClient()).toHaveLength(2)
  now = new Date(+after(10) + 1)
  expect(answerOf(await undo('started'))).toBe('409 stage_undo_over')
})

// rule: booking-moves
test('the notes of stages go with the account of the client', async () => {
  await press('arrived', { note: 'The gate was open' })
  await server.db.transaction().execute((tx) => deleteHomeDetails(tx, client.id))
  const { stages } = (await asPro.get(`/api/bookings/${id}/visit`)).body.visit
  expect(stages).toMatchObject([{ stage: 'arrived', note: '' }])
})

// rule: expired-data
test('stages are forgotten after 24 months, and their notes after 12', async () => {
  await press('arrived', { note: 'The gate was open' })
  const stages = async () => (await asPro.get(`/api/bookings/${id}/visit`)).body.visit.stages
  for (const [years, ms, left] of [
    [1, 0, [{ note: 'The gate was open' }]],
    [1, 1, [{ note: '' }]],
    [2, 0, [{ note: '' }]],
    [2, 1, []],
  ] as const) {
    const later = new Date(+now + ms)
    later.setUTCFullYear(now.getUTCFullYear() + years)
    const clock = { now: () => later }
    await deleteOldStages({ db: server.db, clock })
    expect(await stages()).toMatchObject(left)
  }
  expect((await asPro.get(`/api/bookings/${id}/visit`)).body.visit.stage).toBeNull()
})

test('a background job completes a finished visit after 5 minutes, not before its start', async () => {
  const statusOf = async () => (await asPro.get(`/api/bookings/${id}/visit`)).body.visit.status
  now = after(-60)
  await press('finished')
  now = after(-1)
  await completeBookings(server.context)
  expect(await statusOf()).toBe('accepted')
  now = START
  await completeBookings(server.context)
  expect(await statusOf()).toBe('completed')
  // A queued press comes after the job.
  expect(answerOf(await undo('finished'))).toBe('409 stage_undo_over')
  expect(answerOf(await press('started'))).toBe('409 stage_order')
})

test('after its start too, a finished visit waits the 5 minutes in which that can be undone', async () => {
  const statusOf = async () => (await asPro.get(`/api/bookings/${id}/visit`)).body.visit.status
  now = after(60)
  await press('finished')
  now = new Date(+after(65) - 1)
  await completeBookings(server.context)
  expect(await statusOf()).toBe('accepted')
  now = after(65)
  await completeBookings(server.context)
  expect(await statusOf()).toBe('completed')
})

test('a completed visit takes a press that was made before, and none that is made now', async () => {
  await press('on_my_way', { eta_minutes: 20 })
  now = after(120 + 24 * 60)
  await completeBookings(server.context)
  const sent_at = after(120 + 24 * 60).toISOString()
  const events = await visitEvents()
  for (const [stage, facts] of [
    ['arrived', {}],
    ['arrived', { pressed_at: sent_at }],
    ['on_my_way', { eta_minutes: 10 }],
  ] as const) {
    expect(answerOf(await press(stage, facts))).toBe('409 booking_already_moved')
  }
  expect(await visitEvents()).toEqual(events)
  const pressed = { pressed_at: after(5).toISOString(), sent_at }
  const changed = await press('on_my_way', { eta_minutes: 10, ...pressed })
  expect(changed.body.visit.stages).toMatchObject([{ stage: 'on_my_way', eta_minutes: 10 }])
  expect((await press('arrived', pressed)).body.visit.stages.at(-1)).toMatchObject({
    stage: 'arrived',
    at: pressed.pressed_at,
    received_at: sent_at,
  })
})

test('a press and the job at once end as a finished visit or an undone one', async () => {
  await press('finished')
  now = after(5)
  const [answer] = await Promise.all([undo('finished'), completeBookings(server.context)])
  const { status, stage } = (await asPro.get(`/api/bookings/${id}/visit`)).body.visit
  expect([answerOf(answer), status, stage]).toEqual(
    answer.status === 200
      ? ['200', 'accepted', null]
      : ['409 stage_undo_over', 'completed', 'finished'],
  )
})

test('no table but those of the places has a column for a position', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)(lat|lon|lng|latitude|longitude|coord|coords|coordinates|point|geo)($|_)'
    order by name`.execute(server.db)
  expect(rows.map(({ name }) => name)).toEqual(['cities', 'zips'])
})
