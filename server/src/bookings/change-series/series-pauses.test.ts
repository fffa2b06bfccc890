import { expect, test } from 'vitest'
import { buildClient } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { runningSeriesHarness } from '#server/test/harness/running-series-harness.ts'
import { extendSeries } from '../series/series-jobs.ts'

const {
  harness,
  start,
  call,
  done,
  view,
  states,
  standing,
  bookingOn,
  refusal,
  titles,
  threadEvents,
} = runningSeriesHarness()

/** Moves the visit of a date to another day: the client proposes it and the professional accepts. */
async function moveVisit(date: string, booking_date: string) {
  const path = `/api/bookings/${(await bookingOn(date)).id}/proposals`
  const wanted = { booking_date, booking_time: '11:00' }
  const { body } = await (await as(harness.server, harness.client)).post(path, wanted)
  const pro = await as(harness.server, harness.professional)
  const accepted = await pro.put(`${path}/${body.proposal.id}`, { answer: 'accepted' })
  expect(accepted.status).toBe(200)
}

const broken = () => findBroken(harness.server)

// rule: series-breaks
test('a visit that was moved into the days of a pause is paused, one that was moved out of them stays', async () => {
  await moveVisit('2026-12-08', '2026-12-04')
  await moveVisit('2026-12-22', '2026-12-18')
  await done('client', 'pause', { from_date: '2026-12-07', to_date: '2026-12-20' })
  const paused = [
    '2026-12-01 accepted',
    '2026-12-08 accepted',
    '2026-12-15 paused',
    '2026-12-22 paused',
    '2026-12-29 accepted',
  ]
  expect((await states()).slice(0, 5)).toEqual(paused)
  await extendSeries(harness.server.context)
  expect((await states()).slice(0, 5)).toEqual(paused)
  expect(await broken()).toEqual({})

  // The next pause replaces this one. The visit of December 22 is on December 18 again, before it.
  await done('client', 'pause', { from_date: '2026-12-21', to_date: '2026-12-27' })
  expect((await states()).slice(1, 4)).toEqual([
    '2026-12-08 accepted',
    '2026-12-15 accepted',
    '2026-12-22 accepted',
  ])
  await done('client', 'pause', { from_date: '2026-12-17', to_date: '2026-12-20' })
  expect((await states())[3]).toBe('2026-12-22 paused')

  await done('professional', 'resume')
  expect((await standing()).map(({ booking_date }) => booking_date).slice(0, 5)).toEqual([
    '2026-12-01',
    '2026-12-04',
    '2026-12-15',
    '2026-12-18',
    '2026-12-29',
  ])
  expect(await broken()).toEqual({})
})

// rule: series-breaks
test('a visit that both sides move into a pause stays, also when the job runs', async () => {
  await done('client', 'pause', { from_date: '2026-12-07', to_date: '2026-12-13' })
  await moveVisit('2026-12-15', '2026-12-11')
  await extendSeries(harness.server.context)
  expect((await states()).slice(1, 3)).toEqual(['2026-12-08 paused', '2026-12-15 accepted'])
  expect(await broken()).toEqual({})
})

// rule: series-breaks
test('undoing a skip in a pause leaves the date paused until the pause ends', async () => {
  await done('client', 'skip', { date: '2026-12-08' })
  await done('client', 'pause', { from_date: '2026-12-07', to_date: '2026-12-13' })
  await done('client', 'unskip', { date: '2026-12-08' })
  expect((await states())[1]).toBe('2026-12-08 paused')
  expect(await broken()).toEqual({})
  await done('client', 'resume')
  expect((await states())[1]).toBe('2026-12-08 accepted')
})

// rule: series-breaks, series-notices
test('a pause cancels the visits of its days, resuming brings them back, and one action is one entry and one notice', async () => {
  const paused = await done('client', 'pause', { from_date: '2026-12-07', to_date: '2026-12-20' })
  expect(paused.paused).toEqual({ from_date: '2026-12-07', to_date: '2026-12-20' })
  await done('client', 'pause', { from_date: '2026-12-07', to_date: '2026-12-20' })
  await extendSeries(harness.server.context)
  expect((await states()).slice(0, 4)).toEqual([
    '2026-12-01 accepted',
    '2026-12-08 paused',
    '2026-12-15 paused',
    '2026-12-22 accepted',
  ])
  expect(await threadEvents()).toEqual(['requested', 'series_started', 'series_paused'])
  expect(
    (await titles('professional')).filter((title) => title === 'Your regular visits have changed'),
  ).toHaveLength(1)
  expect((await done('professional', 'resume')).paused).toBeNull()
  await done('professional', 'resume')
  expect((await states()).slice(0, 4)).toEqual([
    '2026-12-01 accepted',
    '2026-12-08 accepted',
    '2026-12-15 accepted',
    '2026-12-22 accepted',
  ])
  const refused: object[] = [
    { from_date: '2026-11-19', to_date: '2026-12-01' },
    { from_date: '2026-12-02', to_date: '2026-12-01' },
    { from_date: '2026-12-01', to_date: '2027-02-23' },
    { from_date: '2026-12-01' },
  ]
  for (const period of refused) {
    expect(await refusal(() => call('client', 'pause', period))).toBe('422 pause_invalid')
  }
  const longest = { from_date: '2026-12-01', to_date: '2027-02-22' }
  expect((await done('client', 'pause', longest)).paused).toMatchObject(longest)
})

// rule: series-breaks, series-notices
test('a holiday pauses all running series of a client, and each professional is told once', async () => {
  const other = await start({ booking_time: '13:00' })
  const caller = await as(harness.server, harness.client)
  const { body } = await caller.post('/api/series/pause', {
    from_date: '2026-12-07',
    to_date: '2026-12-13',
  })
  expect(body.series.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [harness.series, other].toSorted(),
  )
  expect((await states())[1]).toBe('2026-12-08 paused')
  const changed = (await titles('professional')).filter(
    (title) => title === 'Your regular visits have changed',
  )
  expect(changed).toHaveLength(1)
  expect((await threadEvents()).filter((one) => one === 'series_paused')).toHaveLength(1)
  const { body: refused } = await (
    await as(harness.server, harness.professional)
  ).post('/api/series/pause', { from_date: '2026-12-07', to_date: '2026-12-13' })
  expect(refused.code).toBe('clients_only')
})

// rule: series-breaks
test('a client without regular visits pauses none, and no past days', async () => {
  const caller = await as(harness.server, await buildClient(harness.server))
  const pause = (from_date: string) =>
    caller.post('/api/series/pause', { from_date, to_date: '2026-11-25' })
  expect((await pause('2026-11-20')).body).toEqual({ series: [] })
  expect((await pause('2026-11-19')).body).toMatchObject({ code: 'pause_invalid' })
})

// rule: series-breaks
test('a holiday leaves alone a pause that contains it, extends one that it overlaps, and ends none', async () => {
  const holiday = async (from_date: string, to_date: string) => {
    const caller = await as(harness.server, harness.client)
    const { body } = await caller.post('/api/series/pause', { from_date, to_date })
    return body.series[0].paused
  }
  await done('client', 'pause', { from_date: '2026-12-01', to_date: '2026-12-20' })
  expect(await holiday('2026-12-07', '2026-12-13')).toEqual({
    from_date: '2026-12-01',
    to_date: '2026-12-20',
  })
  const longer = { from_date: '2026-12-01', to_date: '2026-12-27' }
  expect(await holiday('2026-12-18', '2026-12-27')).toEqual(longer)
  // Two that lie apart are both named, the first one as the pause.
  const later = { from_date: '2027-01-05', to_date: '2027-01-12' }
  expect(await holiday(later.from_date, later.to_date)).toEqual(longer)
  expect((await view()).pauses).toEqual([longer, later])
  expect(await states()).toEqual([
    '2026-12-01 paused',
    '2026-12-08 paused',
    '2026-12-15 paused',
    '2026-12-22 paused',
    '2026-12-29 accepted',
    '2027-01-05 paused',
    '2027-01-12 paused',
    '2027-01-19 planned',
  ])
  await done('client', 'resume')
  expect((await view()).pauses).toEqual([])
  expect(await standing()).toHaveLength(7)
  expect(await broken()).toEqual({})
})
