// rule: busy-times, calendar-lines
import { expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { AFTER_NINE, busyTimesHarness } from '#server/test/harness/busy-times-harness.ts'
import type { Person } from '#server/test/harness/busy-times-harness.ts'
import { as } from '#server/test/call.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'

const { harness, calendar, serve, urlOf, answerOf, calendarsOf, upload, readFeed, freeTimes } =
  busyTimesHarness()

const BEFORE_ELEVEN = '09:00 09:30 10:00'
/** An event at ten in a zone: at nine in Chicago if the zone is five hours behind UTC, at eleven in Mountain Time. */
const atTen = (zone: string) =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:a',
    `DTSTART;TZID=${zone}:20261201T100000`,
    'DURATION:PT1H',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
const choose = async (person: Person, id: string, time_zone: unknown) =>
  (await as(harness.server, person)).put(urlOf(harness.pro, `/calendars/${id}/zone`), { time_zone })

test('a file with broken events takes away the times of the others, and says how many were not read', async () => {
  const good = calendar(['a', '20261201T150000Z'], ['b', '20261203T150000Z'])
  const broken = good.replace(/DTSTART[^\r]*20261203T150000Z/, 'DTSTART:next Thursday')
  const { body } = await upload(harness.pro, broken)
  expect(body.calendar).toMatchObject({ state: 'ok', intervals: 1, unread: 1, unsure_zones: [] })
  expect(await freeTimes(harness.pro)).toBe(AFTER_NINE)
  expect(await calendarsOf(harness.pro)).toEqual([body.calendar])

  const mended = await upload(harness.pro, good, { calendar_id: body.calendar.id })
  expect(mended.body.calendar).toMatchObject({ intervals: 2, unread: 0 })
})

test('many rules that take long leave the other events of a file, however busy the processor is', async () => {
  const rule = [
    'BEGIN:VEVENT',
    'DTSTART:19900101T150000Z',
    'DURATION:PT1H',
    'RRULE:FREQ=DAILY;COUNT=20000;BYDAY=MO,TU',
    'END:VEVENT',
  ].join('\r\n')
  const good = calendar(['a', '20261201T150000Z'])
  const many = `${rule}\r\n`.repeat(60)
  const { body } = await upload(harness.pro, good.replace('BEGIN:VEVENT', `${many}BEGIN:VEVENT`))
  expect(body.calendar).toMatchObject({ state: 'ok', intervals: 1, unread: 60 })
  expect(await freeTimes(harness.pro)).toBe(AFTER_NINE)
}, 30_000)

test('a feed with an uncertain zone says so, and is read again in the zone that is chosen', async () => {
  serve(atTen('GMT-0500'))
  const id = await readFeed(harness.pro)
  const unsure = (read_as: string) => [{ name: 'GMT-0500', read_as }]
  expect(await calendarsOf(harness.pro)).toMatchObject([
    { state: 'ok', unsure_zones: unsure('-05:00'), time_zone: null },
  ])
  expect(await freeTimes(harness.pro)).toBe(AFTER_NINE)

  const { body } = await choose(harness.pro, id, 'America/Denver')
  expect(body.calendar).toMatchObject({ state: 'waiting', time_zone: 'America/Denver' })
  await runDueJobs(harness.server.context)
  expect(await calendarsOf(harness.pro)).toMatchObject([
    { state: 'ok', unsure_zones: unsure('America/Denver'), time_zone: 'America/Denver' },
  ])
  expect(await freeTimes(harness.pro)).toBe(BEFORE_ELEVEN)

  await choose(harness.pro, id, null)
  await runDueJobs(harness.server.context)
  expect(await calendarsOf(harness.pro)).toMatchObject([
    { state: 'ok', unsure_zones: unsure('-05:00'), time_zone: null },
  ])
  expect(await freeTimes(harness.pro)).toBe(AFTER_NINE)
})

test('a file is read in the chosen zone when it is sent again', async () => {
  const { body } = await upload(harness.pro, atTen('GMT-0500'))
  const { id } = body.calendar
  const unsure = (read_as: string) => [{ name: 'GMT-0500', read_as }]
  expect((await choose(harness.pro, id, 'America/Denver')).body.calendar).toMatchObject({
    state: 'ok',
    unsure_zones: unsure('-05:00'),
    time_zone: 'America/Denver',
  })
  expect(await freeTimes(harness.pro)).toBe(AFTER_NINE)
  const again = await upload(harness.pro, atTen('GMT-0500'), { calendar_id: id })
  expect(again.body.calendar).toMatchObject({ unsure_zones: unsure('America/Denver') })
  expect(await freeTimes(harness.pro)).toBe(BEFORE_ELEVEN)
})

test('the zone of a calendar is chosen by its professional alone, from those that are offered', async () => {
  const { body } = await upload(harness.pro, atTen('Nowhere'))
  const { id } = body.calendar
  expect(answerOf(await choose(harness.pro, id, 'Mars/Phobos'))).toBe('422 invalid_input')
  expect(answerOf(await choose(harness.pro, id, undefined))).toBe('422 invalid_input')
  expect(answerOf(await choose(harness.pro, 'none', 'UTC'))).toBe('404 calendar_not_found')
  const other = await buildProfessional(harness.server)
  expect(answerOf(await choose(other, id, 'UTC'))).toBe('403 not_yours')
  const theirs = urlOf(other, `/calendars/${id}/zone`)
  const tried = await (await as(harness.server, other)).put(theirs, { time_zone: 'UTC' })
  expect(answerOf(tried)).toBe('404 calendar_not_found')
  expect(await calendarsOf(harness.pro)).toEqual([body.calendar])
})

test('a feed whose zone is chosen while it is being read keeps nothing of that reading', async () => {
  const [isAsked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  serve(atTen('GMT-0500'))
  const id = await readFeed(harness.pro)
  harness.respond = (_, response) => {
    isAsked.resolve()
    void mayAnswer.promise.then(() => response.writeHead(200).end(calendar()))
  }
  const reading = (await as(harness.server, harness.pro)).post(
    urlOf(harness.pro, `/calendars/${id}/read`),
  )
  await isAsked.promise
  await choose(harness.pro, id, 'America/Denver')
  serve(atTen('GMT-0500'))
  mayAnswer.resolve()
  await reading
  expect(await freeTimes(harness.pro)).toBe(AFTER_NINE)
  await runDueJobs(harness.server.context)
  expect(await freeTimes(harness.pro)).toBe(BEFORE_ELEVEN)
})
