// rule: working-hours
import { expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { DAY_OFF, timesHarness } from '#server/test/harness/times-harness.ts'
import { clearPastTimes } from './clear-past-times.ts'

const { harness, urlOf, read, save, except, answer, stored, expectRefused, visit, startsOf } =
  timesHarness()

test('days off and extra hours are kept by date, and removing one twice is harmless', async () => {
  const extra = {
    kind: 'extra',
    from_date: '2026-11-20',
    to_date: '2026-11-20',
    from: '18:00',
    to: '24:00',
  }
  await except(harness.pro, { ...DAY_OFF, note: '  Christmas ' })
  const { body } = await except(harness.pro, extra)
  expect(body).toMatchObject({
    version: 2,
    exceptions: [
      { ...extra, note: '' },
      { ...DAY_OFF, from: null, to: null, note: 'Christmas' },
    ],
    affected: [],
  })
  const url = `${urlOf(harness.pro)}/exceptions/${body.exceptions[0].id}`
  const removed = await (await as(harness.server, harness.pro)).delete(url)
  expect(removed.body).toMatchObject({ version: 3, exceptions: [DAY_OFF] })
  expect(removed.body).not.toHaveProperty('affected')
  const again = await (await as(harness.server, harness.pro)).delete(url)
  expect([again.status, again.body]).toEqual([200, removed.body])
})

// rule: own-ids-only
test('nobody removes the exception of another professional', async () => {
  const { body } = await except(harness.pro, DAY_OFF)
  const other = await buildProfessional(harness.server)
  const path = `${urlOf(other)}/exceptions/${body.exceptions[0].id}`
  expect((await (await as(harness.server, other)).delete(path)).body).toMatchObject({ version: 0 })
  expect((await read(harness.pro)).body.exceptions).toHaveLength(1)
})

test('an exception with invalid dates, hours or note is refused', async () => {
  const dates = (from_date: unknown, to_date: unknown) => ({ kind: 'off', from_date, to_date })
  const hours = (kind: string, from?: unknown, to?: unknown) => ({ ...DAY_OFF, kind, from, to })
  const invalid = [
    {},
    [],
    hours('holiday'),
    dates('2026-12-24', '2026-12-23'),
    dates('2026-11-19', '2026-11-20'),
    dates('2026-12-01', '2027-12-02'),
    dates('2028-11-20', '2028-11-21'),
    dates('2026-02-30', '2026-03-01'),
    dates(20261224, '2026-12-24'),
    hours('extra'),
    hours('off', '08:00'),
    hours('off', undefined, '08:00'),
    hours('extra', '12:00', '08:00'),
    hours('extra', '08:00', '08:00'),
    hours('extra', '08:10', '09:00'),
    hours('off', 8, 9),
    { ...DAY_OFF, note: 'x'.repeat(201) },
  ]
  for (const exception of invalid) {
    const refused = async () => answer(await except(harness.pro, exception))
    await expectRefused(harness.pro, refused, '422 exception_invalid')
  }
  const valid = [
    dates('2026-11-20', '2026-11-20'),
    dates('2026-12-01', '2027-12-01'),
    dates('2028-11-19', '2028-11-19'),
    hours('off', '00:00', '24:00'),
    { ...DAY_OFF, note: 'x'.repeat(200) },
  ]
  for (const exception of valid) expect((await except(harness.pro, exception)).status).toBe(200)
})

test('200 exceptions that are not over are kept, and the next one is refused', async () => {
  const rows = (count: number, date: string) =>
    Array.from({ length: count }, () => ({
      professional_id: harness.pro.id,
      kind: 'off',
      from_date: date,
      to_date: date,
    }))
  await save(harness.pro, { plan: [] })
  await harness.server.db
    .insertInto('time_exceptions')
    .values([...rows(199, '2026-12-01'), ...rows(5, '2026-11-19')])
    .execute()
  expect((await except(harness.pro, DAY_OFF)).body.exceptions).toHaveLength(200)
  const refused = async () => answer(await except(harness.pro, DAY_OFF))
  await expectRefused(harness.pro, refused, '409 too_many_exceptions')
  const absent = async (from_date: string, to_date: string) => {
    const days = { kind: 'ill', from_date, to_date, message: 'Flu' }
    const caller = await as(harness.server, harness.pro)
    const { status, body } = await caller.post(`/api/professional/absences/${harness.pro.id}`, days)
    expect(status).toBe(200)
    const { exceptions } = (await read(harness.pro)).body
    expect(exceptions).toContainEqual(
      expect.objectContaining({ id: body.exception_id, from_date, to_date }),
    )
    return exceptions.length
  }
  // rule: absence
  expect(await absent('2026-12-10', '2026-12-11')).toBe(201)
  expect(await absent('2026-12-09', '2026-12-11')).toBe(201)
  expect(await absent('2026-11-30', '2026-12-02')).toBe(3)
})

// rule: idempotency-key
test('a repeated request with one key adds one exception', async () => {
  const caller = await as(harness.server, harness.pro)
  const add = () =>
    caller.post(`${urlOf(harness.pro)}/exceptions`, DAY_OFF, { 'idempotency-key': 'holiday' })
  const [first, second] = [await add(), await add()]
  expect(second.body).toEqual(first.body)
  expect((await read(harness.pro)).body.exceptions).toHaveLength(1)
})

test('without a plan only a whole day off affects visits', async () => {
  await visit('2026-12-24T15:00:00.000Z')
  const part = { ...DAY_OFF, from: '08:00', to: '12:00' }
  expect((await except(harness.pro, part)).body.affected).toEqual([])
  expect(startsOf((await except(harness.pro, DAY_OFF)).body)).toEqual(['2026-12-24T15:00:00.000Z'])
})

// rule: paused-clients, working-hours
test('the hourly job ends pauses whose date has come and deletes exceptions that are long over', async () => {
  await save(harness.pro, { paused_until: '2026-12-01' })
  await except(harness.pro, { kind: 'off', from_date: '2026-11-20', to_date: '2026-11-21' })
  const run = () => clearPastTimes({ ...harness.server.context, clock: { now: () => harness.now } })
  const rows = async () => {
    const [, exceptions, times] = await stored(harness.pro)
    return [
      (exceptions as unknown[]).length,
      (times as { paused_until: string | null }[])[0]!.paused_until,
    ]
  }
  harness.now = new Date('2026-12-01T05:59:00Z')
  await run()
  expect(await rows()).toEqual([1, '2026-12-01'])
  harness.now = new Date('2026-12-01T06:00:00Z')
  await run()
  expect(await rows()).toEqual([1, null])
  harness.now = new Date('2026-12-21T23:59:59.999Z')
  await run()
  expect(await rows()).toEqual([1, null])
  harness.now = new Date('2026-12-22T00:00:00Z')
  await run()
  await run()
  expect(await rows()).toEqual([0, null])
})
