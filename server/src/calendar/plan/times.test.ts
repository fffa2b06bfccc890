// rule: working-hours
import { expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { interval, DAY_OFF, timesHarness } from '#server/test/harness/times-harness.ts'
import { countCities } from '#server/market/cities/count-cities.ts'

const { harness, urlOf, read, save, except, answer, stored, expectRefused, visit, startsOf } =
  timesHarness()

const UNTOUCHED = {
  base_zip: null,
  time_zone: 'America/Chicago',
  version: 0,
  plan: null,
  exceptions: [],
  rules: {
    buffer_minutes: 0,
    travel: false,
    notice_hours: 24,
    horizon_days: 60,
    max_visits_a_day: null,
    max_hours_a_day: null,
    min_hours: 1,
    only_inside_hours: false,
    over_breaks: false,
  },
  paused_until: null,
  instant_booking: 'off',
}

test('who has stated nothing reads the defaults, and reading writes nothing', async () => {
  const { status, body } = await read(harness.pro)
  expect(status).toBe(200)
  expect(body).toEqual(UNTOUCHED)
  expect(await stored(harness.pro)).toEqual([[], [], [], 0])
})

// rule: own-ids-only
test('only the professional reads and changes their hours', async () => {
  const [other, client] = [
    await buildProfessional(harness.server),
    await buildClient(harness.server),
  ]
  const url = urlOf(harness.pro)
  const calls = [
    (caller: ReturnType<typeof visitor>) => caller.get(url),
    (caller: ReturnType<typeof visitor>) => caller.put(url, { plan: 'broken' }),
    (caller: ReturnType<typeof visitor>) => caller.post(`${url}/exceptions`, {}),
    (caller: ReturnType<typeof visitor>) => caller.delete(`${url}/exceptions/x`),
  ]
  for (const call of calls) {
    expect(answer(await call(visitor(harness.server)))).toBe('401 not_signed_in')
    expect(answer(await call(await as(harness.server, client)))).toBe('403 not_yours')
    expect(answer(await call(await as(harness.server, other)))).toBe('403 not_yours')
  }
  expect(await stored(harness.pro)).toEqual([[], [], [], 0])
})

test('without a profile every call is refused after its input was checked', async () => {
  const newcomer = await buildClient(harness.server, { role: 'professional' })
  const caller = await as(harness.server, newcomer)
  const url = urlOf(newcomer)
  const expected = '409 complete_profile_first'
  expect(answer(await caller.get(url))).toBe(expected)
  expect(answer(await caller.put(url, { plan: [] }))).toBe(expected)
  expect(answer(await caller.put(url, { plan: 1 }))).toBe('422 plan_invalid')
  const paused_until = '2026-11-19'
  expect(answer(await caller.put(url, { paused_until }))).toBe('422 date_invalid')
  expect(answer(await caller.post(`${url}/exceptions`, DAY_OFF))).toBe(expected)
  const past = { ...DAY_OFF, from_date: '2026-11-19' }
  expect(answer(await caller.post(`${url}/exceptions`, past))).toBe('422 exception_invalid')
  expect(answer(await caller.delete(`${url}/exceptions/x`))).toBe(expected)
  expect(await stored(newcomer)).toEqual([[], [], [], 0])
})

test('saving sorts the plan and merges intervals that touch; an empty plan is stated, and null is not', async () => {
  const saved = await save(harness.pro, {
    plan: [
      interval(3, '20:00', '24:00'),
      interval(1, '13:00', '17:00'),
      interval(1, '08:00', '12:00'),
      interval(1, '12:00', '13:00'),
      interval(3, '00:00', '00:30'),
    ],
  })
  const plan = [
    interval(1, '08:00', '17:00'),
    interval(3, '00:00', '00:30'),
    interval(3, '20:00', '24:00'),
  ]
  expect(saved.body).toEqual({ ...UNTOUCHED, version: 1, plan, affected: [] })
  expect((await read(harness.pro)).body).toEqual({ ...UNTOUCHED, version: 1, plan })

  expect((await save(harness.pro, { plan: [] })).body).toMatchObject({ version: 2, plan: [] })
  expect((await save(harness.pro, { plan: null })).body).toMatchObject({ version: 3, plan: null })
})

test('an invalid plan is refused, and nothing is written', async () => {
  await save(harness.pro, { plan: [interval(1, '08:00', '12:00')] })
  const disjoint = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const hour = String(8 + at).padStart(2, '0')
      return interval(2, `${hour}:00`, `${hour}:30`)
    })
  const invalid = [
    'always',
    [null],
    [interval(0, '08:00', '12:00')],
    [interval(8, '08:00', '12:00')],
    [interval(1.5, '08:00', '12:00')],
    [interval(1, '08:15', '12:00')],
    [interval(1, '08:00', '12:10')],
    [interval(1, '8:00', '12:00')],
    [interval(1, '24:00', '24:00')],
    [interval(1, '08:00', '24:30')],
    [interval(1, '12:00', '12:00')],
    [interval(1, '12:00', '08:00')],
    [interval(1, '10:00', '14:00'), interval(1, '08:00', '10:30')],
    disjoint(7),
  ]
  for (const plan of invalid) {
    await expectRefused(
      harness.pro,
      async () => answer(await save(harness.pro, { plan })),
      '422 plan_invalid',
    )
  }
  expect((await save(harness.pro, { plan: disjoint(6) })).body.plan).toHaveLength(6)
})

// rule: visit-rules
test('each rule is saved at its limits and refused beyond them, and the others stay', async () => {
  const limits: Record<string, { valid: unknown[]; invalid: unknown[] }> = {
    buffer_minutes: { valid: [15, 240, 0], invalid: [-15, 10, 255, '15', null] },
    travel: { valid: [true, false], invalid: ['true', 1, null] },
    notice_hours: { valid: [0, 336, 24], invalid: [-1, 337, 1.5, null] },
    horizon_days: { valid: [1, 365, 60], invalid: [0, 366, 2.5] },
    max_visits_a_day: { valid: [1, 12, null], invalid: [0, 13, '3'] },
    max_hours_a_day: { valid: [1, 16, null], invalid: [0, 17] },
    min_hours: { valid: [1, 2, 3, 4, 6, 8, 1], invalid: [0, 5, 7, 9, '2', null] },
    only_inside_hours: { valid: [true, false], invalid: ['no', 0] },
    over_breaks: { valid: [true, false], invalid: ['yes', 1, null] },
  }
  for (const [rule, { valid, invalid }] of Object.entries(limits)) {
    for (const value of valid) {
      const { body } = await save(harness.pro, { rules: { [rule]: value } })
      expect(body.rules).toEqual({ ...UNTOUCHED.rules, [rule]: value })
    }
    for (const value of invalid) {
      const refused = async () => answer(await save(harness.pro, { rules: { [rule]: value } }))
      await expectRefused(harness.pro, refused, '422 rules_invalid')
    }
  }
  await expectRefused(
    harness.pro,
    async () => answer(await save(harness.pro, { rules: 3 })),
    '422 rules_invalid',
  )
})

test('fields of a wrong type are refused', async () => {
  for (const change of [{ version: '1' }, { version: -1 }, { instant_booking: 'always' }]) {
    expect(answer(await save(harness.pro, change))).toBe('422 invalid_input')
  }
  expect(await stored(harness.pro)).toEqual([[], [], [], 0])
})

// rule: edit-conflict
test('the version rises with each change, and of two devices the later one is told and overwrites nothing', async () => {
  const phone = await save(harness.pro, { plan: [interval(1, '08:00', '12:00')], version: 0 })
  expect([phone.status, phone.body.version]).toEqual([200, 1])
  const laptop = { rules: { notice_hours: 2 }, version: 0 }
  await expectRefused(
    harness.pro,
    async () => answer(await save(harness.pro, laptop)),
    '409 time_changed',
  )
  await except(harness.pro, DAY_OFF)
  await expectRefused(
    harness.pro,
    async () => answer(await save(harness.pro, { ...laptop, version: 1 })),
    '409 time_changed',
  )
  expect((await save(harness.pro, { ...laptop, version: 2 })).body).toMatchObject({ version: 3 })
  expect((await save(harness.pro, { rules: { notice_hours: 3 } })).body).toMatchObject({
    version: 4,
  })
  expect((await save(harness.pro, {})).body).toMatchObject({ version: 4 })
})

test('two devices save the same version at once: one wins, the other is refused', async () => {
  const saves = [0, 1, 2, 3].map((hours) =>
    save(harness.pro, { rules: { notice_hours: hours }, version: 0 }),
  )
  const answers = (await Promise.all(saves)).map(answer)
  expect(answers.toSorted()).toEqual(['200 undefined', ...Array(3).fill('409 time_changed')])
  expect((await read(harness.pro)).body.version).toBe(1)
})

// rule: instant-booking
test('instant booking needs stated hours, and ends with them', async () => {
  const served = { instant_booking: 'served' }
  await expectRefused(
    harness.pro,
    async () => answer(await save(harness.pro, served)),
    '409 hours_first',
  )
  const both = { plan: null, instant_booking: 'verified' }
  await expectRefused(
    harness.pro,
    async () => answer(await save(harness.pro, both)),
    '409 hours_first',
  )
  expect((await save(harness.pro, { ...served, plan: [] })).body.instant_booking).toBe('served')
  expect((await save(harness.pro, { rules: { travel: true } })).body.instant_booking).toBe('served')
  expect((await save(harness.pro, { plan: null })).body.instant_booking).toBe('off')
  expect((await save(harness.pro, { instant_booking: 'off' })).status).toBe(200)
})

// rule: paused-clients
test('a pause begins today at the earliest and lasts 365 days at most, by the own date', async () => {
  for (const date of ['2026-11-20', '2027-11-20', null]) {
    expect((await save(harness.pro, { paused_until: date })).body.paused_until).toBe(date)
  }
  for (const date of ['2026-11-19', '2027-11-21', '2026-02-30', 'soon', 20261201]) {
    const refused = async () => answer(await save(harness.pro, { paused_until: date }))
    await expectRefused(harness.pro, refused, '422 date_invalid')
  }
  // In Honolulu it is still November 20 when it is November 21 in Austin.
  harness.now = new Date('2026-11-21T08:00:00Z')
  const islander = await buildProfessional(harness.server, { areas: ['96813'] })
  expect((await save(islander, { paused_until: '2026-11-20' })).status).toBe(200)
  expect(answer(await save(harness.pro, { paused_until: '2026-11-20' }))).toBe('422 date_invalid')
})

test('a save lists the coming accepted visits outside the new hours, and changes none of them', async () => {
  // Monday, November 30, in Austin: 9:00, 13:00 and 16:30. Then Tuesday at 22:00 over midnight.
  const [nine, one, late] = [
    '2026-11-30T15:00:00.000Z',
    '2026-11-30T19:00:00.000Z',
    '2026-11-30T22:30:00.000Z',
  ]
  const overnight = '2026-12-02T04:00:00.000Z'
  for (const start of [nine, one, late]) await visit(start)
  await visit(overnight, 4)
  await visit('2026-11-19T15:00:00.000Z')
  await visit('2026-12-03T15:00:00.000Z', 2, 'pending')
  const before = await harness.server.db.selectFrom('bookings').selectAll().execute()

  const monday = [interval(1, '09:00', '12:00'), interval(1, '12:30', '17:00')]
  const first = await save(harness.pro, { plan: monday })
  expect(startsOf(first.body)).toEqual([late, overnight])
  const joined = [...monday, interval(2, '20:00', '24:00'), interval(3, '00:00', '02:00')]
  expect(startsOf((await save(harness.pro, { plan: joined })).body)).toEqual([late])

  const noon = {
    kind: 'off',
    from_date: '2026-11-30',
    to_date: '2026-11-30',
    from: '13:00',
    to: '13:30',
  }
  expect(startsOf((await except(harness.pro, noon)).body)).toEqual([one, late])
  const evening = { ...noon, kind: 'extra', from: '17:00', to: '18:30' }
  expect(startsOf((await except(harness.pro, evening)).body)).toEqual([one])
  expect(await harness.server.db.selectFrom('bookings').selectAll().execute()).toEqual(before)
})

test('of many visits outside the hours the next 50 are listed', async () => {
  const first = Date.parse('2026-12-01T06:00:00Z')
  for (let day = 0; day < 51; day++) await visit(new Date(first + day * 86_400_000).toISOString())
  const { body } = await save(harness.pro, { plan: [] })
  expect(body.affected).toHaveLength(50)
  expect(body.affected[0].starts_at).toBe('2026-12-01T06:00:00.000Z')
})

// rule: working-hours
test('hours that begin in a skipped hour begin when the clock goes on', async () => {
  // March 14, 2027, a Sunday: 2:00 to 3:00 does not exist in Austin. 3:00 is 08:00Z.
  await visit('2027-03-14T08:00:00.000Z', 1)
  expect(
    (await save(harness.pro, { plan: [interval(7, '02:30', '04:00')] })).body.affected,
  ).toEqual([])
})

// rule: working-hours
test('search and profile name what applies, and nothing else', async () => {
  const city = await buildProfessional(harness.server, { areas: ['59901'] })
  const search = '/api/professionals/search/enhanced?zip_code=59901'
  const answers = async () => {
    const [found, byId, bySlug] = await Promise.all([
      visitor(harness.server).get(search),
      visitor(harness.server).get(`/api/professional/public-view/${city.id}`),
      visitor(harness.server).get(`/api/public/professional/${city.slug}`),
    ])
    return [found.body.professionals[0], byId.body.professional, bySlug.body.professional]
  }
  const untouched = await answers()
  await save(city, { rules: { travel: true, buffer_minutes: 30, min_hours: 1 } })
  expect(await answers()).toEqual(untouched)

  await save(city, {
    plan: [interval(1, '08:00', '12:00')],
    rules: { min_hours: 3 },
    paused_until: '2026-12-01',
    instant_booking: 'verified',
  })
  const facts = {
    times_stated: true,
    min_hours: 3,
    paused_until: '2026-12-01',
    instant_booking: true,
  }
  const changed = await answers()
  expect(changed).toEqual(untouched.map((card) => ({ ...card, ...facts })))

  await save(city, { instant_booking: 'served', rules: { min_hours: 1 }, paused_until: null })
  expect(await answers()).toEqual(untouched.map((card) => ({ ...card, times_stated: true })))
  await save(city, { plan: null })
  expect(await answers()).toEqual(untouched)
})

// rule: working-hours
test('the cards of a city name what applies', async () => {
  const missoula = await buildProfessional(harness.server, { areas: ['59801'] })
  await save(missoula, { rules: { min_hours: 2 } })
  await countCities(harness.server.context)
  const { body } = await visitor(harness.server).get('/api/cities/mt/missoula')
  expect(body.best).toMatchObject([{ user_id: missoula.id, min_hours: 2 }])
  expect(body.best[0]).not.toHaveProperty('times_stated')
})
