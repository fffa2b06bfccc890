import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking, move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const EVERY_MORNING = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  from: '09:00',
  to: '12:00',
}))
const DECEMBER_1 = { from: '2026-12-01', to: '2026-12-01' }

type Person = { id: string }

/** A professional who works every morning from 9:00 to 12:00 in 78701 and 78702. */
async function buildMorning(change: Record<string, unknown> = {}, areas = ['78701', '78702']) {
  const grace = await buildProfessional(server, { areas })
  await saveTimes(grace, { plan: EVERY_MORNING, ...change })
  return grace
}

async function saveTimes(professional: Person, change: Record<string, unknown>) {
  const answer = await (
    await as(server, professional)
  ).put(`/api/professional/time/${professional.id}`, change)
  expect(answer.status).toBe(200)
}

function address({ id }: Person, query: Record<string, string> = {}) {
  const parameters = new URLSearchParams({ zip_code: '78701', ...DECEMBER_1, ...query })
  return `/api/professional/slots/${id}?${parameters}`
}

async function timesFor(caller: { get: ReturnType<typeof visitor>['get'] }, url: string) {
  const { status, body } = await caller.get(url)
  if (status !== 200) return `${status} ${body.code}`
  return (body.days as { slots: { time: string }[] }[])
    .flatMap(({ slots }) => slots.map(({ time }) => time))
    .join(' ')
}

const timesOf = (professional: Person, query: Record<string, string> = {}) =>
  timesFor(visitor(server), address(professional, query))

async function book(professional: Person, time: string, facts: Record<string, unknown> = {}) {
  const client = await buildClient(server)
  const id = await requestBooking(server, client, professional, { booking_time: time, ...facts })
  return { id, client }
}

// rule: free-times, slot-picker
test('a visitor reads each day of two weeks in order, with its free times', async () => {
  const grace = await buildMorning()
  const { body, headers } = await visitor(server).get(
    `/api/professional/slots/${grace.id}?zip_code=78701`,
  )
  expect(body).toMatchObject({
    time_zone: 'America/Chicago',
    stated: true,
    hours: 2,
    min_hours: 1,
    instant: 'no',
    next_slot: null,
  })
  expect(body.days).toHaveLength(14)
  expect(body.days[0]).toEqual({ date: '2026-11-20', state: 'soon', slots: [] })
  expect(body.days[1]).toEqual({
    date: '2026-11-21',
    state: 'open',
    slots: [{ time: '10:00', starts_at: '2026-11-21T16:00:00.000Z' }],
  })
  expect(body.days.at(-1)!.date).toBe('2026-12-03')
  expect(headers['cache-control']).toBe('public, max-age=2, stale-while-revalidate=3')
  expect(headers['etag']).toBeTruthy()
  const client = await as(server, await buildClient(server))
  expect((await client.get(address(grace))).headers['cache-control']).toBe('private, no-cache')
})

// rule: free-times
test('the next free time is the first after a range that has none', async () => {
  const grace = await buildMorning({ plan: [{ weekday: 7, from: '09:00', to: '11:00' }] })
  const { body } = await visitor(server).get(address(grace))
  expect(body.days).toEqual([{ date: '2026-12-01', state: 'off', slots: [] }])
  expect(body.next_slot).toEqual({
    date: '2026-12-06',
    time: '09:00',
    starts_at: '2026-12-06T15:00:00.000Z',
  })
})

// rule: slot-picker
test('without stated hours every day is not stated', async () => {
  const grace = await buildProfessional(server)
  const { body } = await visitor(server).get(address(grace))
  expect(body).toMatchObject({ stated: false, next_slot: null })
  expect(body.days).toEqual([{ date: '2026-12-01', state: 'not_stated', slots: [] }])
})

// rule: slot-picker
test('the answer says whether requests for other times are refused, only if hours are stated', async () => {
  const rules = { only_inside_hours: true }
  const grace = await buildMorning({ rules })
  const { body } = await visitor(server).get(address(grace))
  expect(body.only_inside_hours).toBe(true)
  await saveTimes(grace, { plan: null })
  const { body: unstated } = await visitor(server).get(address(grace))
  expect(unstated).not.toHaveProperty('only_inside_hours')
  const open = await visitor(server).get(address(await buildMorning()))
  expect(open.body).not.toHaveProperty('only_inside_hours')
})

// rule: free-times
test('an accepted visit takes its time at once, a request does not, and a cancelled visit gives it back', async () => {
  const grace = await buildMorning()
  expect(await timesOf(grace)).toBe('09:00 09:30 10:00')
  const { id, client } = await book(grace, '09:00', { estimated_hours: 1, total_amount: 65 })
  expect(await timesOf(grace)).toBe('09:00 09:30 10:00')
  await move(server, grace, id, 'accepted')
  expect(await timesOf(grace)).toBe('10:00')
  await move(server, client, id, 'cancelled', 'Our plans changed.')
  expect(await timesOf(grace)).toBe('09:00 09:30 10:00')
})

// rule: free-times
test('a changed plan, rule, exception or area shows at once', async () => {
  const grace = await buildMorning()
  expect(await timesOf(grace)).toBe('09:00 09:30 10:00')
  await saveTimes(grace, { plan: EVERY_MORNING.map((day) => ({ ...day, from: '08:00' })) })
  expect(await timesOf(grace)).toBe('08:00 08:30 09:00 09:30 10:00')
  await saveTimes(grace, { rules: { notice_hours: 336 } })
  expect(await timesOf(grace)).toBe('')
  await saveTimes(grace, { rules: { notice_hours: 24 } })
  const exceptions = `/api/professional/time/${grace.id}/exceptions`
  const off = { kind: 'off', from_date: '2026-12-01', to_date: '2026-12-01' }
  const own = await as(server, grace)
  const { body } = await own.post(exceptions, { ...off, from: '09:00', to: '10:00' })
  expect(await timesOf(grace)).toBe('10:00')
  await own.delete(`${exceptions}/${body.exceptions[0].id}`)
  expect(await timesOf(grace)).toBe('08:00 08:30 09:00 09:30 10:00')
  await server.db
    .updateTable('professional_areas')
    .set({ place_id: 10_001, label: '10001' })
    .where('professional_id', '=', grace.id)
    .where('position', '=', 0)
    .execute()
  const newYorkHours = await timesOf(grace, { zip_code: '78702' })
  expect(newYorkHours).toBe('07:00 07:30 08:00 08:30 09:00')
})

// rule: free-times
test('a cached answer is refused at once where the professional is not reached, or no longer serves or offers', async () => {
  const grace = await buildMorning()
  const { db } = server
  const free = '09:00 09:30 10:00'
  const id = grace.id
  const asked = () => timesOf(grace, { service_type: 'deep' })
  const suspension = await sql<{ id: string }>`
    insert into suspensions (user_id, reason, keeps_visits, began_at) values (${id}, 'A test.', true, ${NOW}) returning id`.execute(
    db,
  )
  const changes = [
    [sql`update lead_credits set balance = 0 where professional_id = ${id}`, free],
    [
      sql`update subscriptions set status = 'lapsed' where professional_id = ${id}`,
      '404 professional_not_found',
    ],
    [sql`update lead_credits set balance = 1 where professional_id = ${id}`, free],
    [
      sql`update lead_credits set balance = 0 where professional_id = ${id}`,
      '404 professional_not_found',
    ],
    [sql`update subscriptions set status = 'active' where professional_id = ${id}`, free],
    [
      sql`update users set suspension_id = ${suspension.rows[0]!.id} where id = ${id}`,
      '404 professional_not_found',
    ],
    [sql`update users set suspension_id = null where id = ${id}`, free],
    [
      sql`update professionals set services = '{standard}' where user_id = ${id}`,
      '422 service_not_offered',
    ],
    [sql`update professionals set services = '{standard,deep}' where user_id = ${id}`, free],
    [sql`insert into offers (professional_id, languages) values (${id}, '{en}')`, free],
    [
      sql`insert into offer_services (professional_id, service_type, minimum_hours) values (${id}, 'deep', 3)`,
      '422 hours_below_minimum',
    ],
    [sql`update offer_services set minimum_hours = 2 where professional_id = ${id}`, free],
    [
      sql`update professional_areas set place_id = 78704 where professional_id = ${id} and place_id = 78701`,
      '422 home_not_served',
    ],
  ] as const
  expect(await asked()).toBe(free)
  for (const [change, answer] of changes) {
    await change.execute(db)
    expect(await asked()).toBe(answer)
    // So that each change meets an answer that is cached.
    expect(await asked()).toBe(answer)
  }
})

// rule: booking-home
test('the cached answer for one ZIP serves another one of the same zone, unless that is not served', async () => {
  const grace = await buildMorning()
  expect(await timesOf(grace)).toBe('09:00 09:30 10:00')
  for (const zip_code of ['78702', '78702']) {
    expect(await timesOf(grace, { zip_code })).toBe('09:00 09:30 10:00')
  }
  expect(await timesOf(grace, { zip_code: '78745' })).toBe('422 home_not_served')
  await saveTimes(grace, { plan: EVERY_MORNING.map((day) => ({ ...day, from: '10:00' })) })
  expect(await timesOf(grace, { zip_code: '78702' })).toBe('10:00')
})

// rule: free-times
test('times that are past are no longer free', async () => {
  const grace = await buildMorning({ rules: { notice_hours: 0 } })
  const today = { from: '2026-11-20', to: '2026-11-20', hours: '1' }
  expect(await timesOf(grace, today)).toBe('10:00 10:30 11:00')
  now = new Date(NOW.getTime() + 31 * 60_000)
  try {
    expect(await timesOf(grace, today)).toBe('11:00')
  } finally {
    now = NOW
  }
})

// rule: free-times-limits
test('a question costs at most two statements', async () => {
  const grace = await buildMorning()
  const { context } = server
  let statements = 0
  const { pool } = context
  const listen = (client: { query: (...args: never[]) => unknown }) => {
    const query = client.query.bind(client)
    client.query = (...args: never[]) => {
      statements += 1
      return query(...args)
    }
    return () => {
      client.query = query
    }
  }
  const clients = await Promise.all(Array.from({ length: 2 }, () => pool.connect()))
  const restore = clients.map(listen)
  for (const client of clients) client.release()
  const asked = async (hours = '2') => {
    const before = statements
    await timesOf(grace, { to: '2026-12-31', hours })
    return statements - before
  }
  expect(await asked()).toBe(1)
  // Nothing is free for many days, so a second statement reads what the next free time needs.
  expect(await asked('8')).toBe(2)
  for (const undo of restore) undo()
})

// rule: visit-rules
test('a visitor’s answers for two served homes are equal whatever is booked; a client’s count the drive', async () => {
  const grace = await buildMorning(
    { plan: EVERY_MORNING.map((day) => ({ ...day, to: '15:00' })), rules: { travel: true } },
    ['78701', '78613'],
  )
  const { id } = await book(grace, '09:00')
  await move(server, grace, id, 'accepted')
  const near = await visitor(server).get(address(grace))
  // Another half hour, so that the second answer is not the cached first one.
  now = new Date(NOW.getTime() + 30 * 60_000)
  const far = await visitor(server).get(address(grace, { zip_code: '78613' }))
  now = NOW
  expect(far.body).toEqual(near.body)
  expect(await timesOf(grace)).toBe('11:30 12:00 12:30 13:00')
  const client = await as(server, await buildClient(server))
  expect(await timesFor(client, address(grace))).toBe('11:30 12:00 12:30 13:00')
  expect(await timesFor(client, address(grace, { zip_code: '78613' }))).toBe('12:00 12:30 13:00')
})

// rule: paused-clients
test('a pause hides the times from visitors and new clients, who read its end, not from a known client', async () => {
  const grace = await buildMorning({ paused_until: '2026-12-10' })
  const known = await buildClient(server)
  await insertBooking(server, known, grace)
  const [stranger, client] = [await as(server, await buildClient(server)), await as(server, known)]
  expect(await timesOf(grace)).toBe('')
  expect(await timesFor(stranger, address(grace))).toBe('')
  expect(await timesFor(client, address(grace))).toBe('09:00 09:30 10:00')
  const ends = [visitor(server), stranger, client].map(
    async (caller) => (await caller.get(address(grace))).body.paused_until,
  )
  expect(await Promise.all(ends)).toEqual(['2026-12-10', '2026-12-10', undefined])
  await saveTimes(grace, { paused_until: '2026-11-20' })
  expect((await visitor(server).get(address(grace))).body.paused_until).toBeUndefined()
})

// rule: booking-home
test('a ZIP of an earlier visit stays served for that client alone', async () => {
  const grace = await buildMorning()
  const known = await buildClient(server)
  await insertBooking(server, known, grace, { zip_code: '78745' })
  const there = address(grace, { zip_code: '78745' })
  expect(await timesFor(await as(server, known), there)).toBe('09:00 09:30 10:00')
  const { status, body } = await visitor(server).get(`${there}&service_type=standard`)
  expect([status, body.code]).toEqual([422, 'home_not_served'])
  const wayOn = { zip_code: '78745', way_on: '/search?zip_code=78745&service_type=standard' }
  expect(body).toMatchObject({ ...wayOn, params: wayOn })
})

// rule: free-times-limits
test('each wrong question is refused with its own reason', async () => {
  const grace = await buildMorning({ rules: { min_hours: 2 } })
  const refusal = async (query: Record<string, string>) => timesOf(grace, query)
  expect(await refusal({ zip_code: ' ' })).toBe('422 zip_required')
  expect(await refusal({ zip_code: '00000' })).toBe('422 zip_unknown')
  expect(await refusal({ hours: '5' })).toBe('422 hours_invalid')
  expect(await refusal({ hours: 'two' })).toBe('422 hours_invalid')
  expect(await refusal({ hours: '1' })).toBe('422 hours_below_minimum')
  expect(await refusal({ service_type: 'windows' })).toBe('422 service_type_invalid')
  expect(await refusal({ service_type: 'office' })).toBe('422 service_not_offered')
  expect(await refusal({ from: '2026-02-30' })).toBe('422 date_invalid')
  expect(await refusal({ from: '2026-11-19' })).toBe('422 range_invalid')
  expect(await refusal({ from: '2026-12-02', to: '2026-12-01' })).toBe('422 range_invalid')
  expect(await refusal({ from: '2026-12-01', to: '2027-01-01' })).toBe('422 range_invalid')
  expect(await refusal({ from: '2026-12-01', to: '2026-12-31' })).toContain('09:00')
  expect(await refusal({ from: '9999-12-01', to: '9999-12-31' })).toBe('')
  expect(await refusal({ from: '9999-12-31', to: '' })).toBe('422 range_invalid')
})

// rule: free-times
test('of a professional who is unknown or not reachable nobody reads free times', async () => {
  const nobody = '019f0000-0000-7000-8000-000000000000'
  expect(await timesOf({ id: nobody })).toBe('404 professional_not_found')
  expect(await timesOf({ id: 'nobody' })).toBe('404 professional_not_found')
  expect(await timesOf({ id: 'nobody' }, { zip_code: '00000' })).toBe('422 zip_unknown')
  const inactive = await buildProfessional(server, { active: false })
  expect(await timesOf(inactive)).toBe('404 professional_not_found')
})

// rule: free-times-limits
test('a client asks for five homes of one professional a day, also all at once; known homes go on', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  try {
    const grace = await buildProfessional(strict, { areas: ['Austin, TX'] })
    const other = await buildProfessional(strict, { areas: ['Austin, TX'] })
    const client = await as(strict, await buildClient(strict))
    const zips = ['78701', '78702', '78703', '78704', '78705', '78721', '78722']
    const ask = async (zip: string, professional: Person = grace) =>
      (await client.get(address(professional, { zip_code: zip }))).status
    const statuses = await Promise.all(zips.map((zip) => ask(zip)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    const known = zips[statuses.indexOf(200)]!
    expect(await ask(known)).toBe(200)
    expect(await ask('78723')).toBe(429)
    expect(await ask('78723', other)).toBe(200)
    expect((await visitor(strict).get(address(grace, { zip_code: '78723' }))).status).toBe(200)
    now = new Date(NOW.getTime() + 25 * 3_600_000)
    expect(await ask('78723')).toBe(200)
  } finally {
    now = NOW
    await strict.close()
  }
})

test('a browser that has the answer already reads 304', async () => {
  const grace = await buildMorning()
  const { headers } = await visitor(server).get(address(grace))
  const again = await visitor(server).get(address(grace), {
    'if-none-match': String(headers['etag']),
  })
  expect(again.status).toBe(304)
})
