// rule: calendar-lines
import { expect, test } from 'vitest'
import { busyIntervals } from './busy-intervals.ts'
import type { ReadCalendar } from '#server/outside/calendars/calendars.ts'

const FROM = Date.parse('2026-11-19T06:00:00Z')
const OWN = 'America/Chicago'

function read(lines: string[], chosenZone: string | null = null): ReadCalendar {
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')
  const window = { from: FROM, to: FROM + 402 * 86_400_000 }
  return busyIntervals(text, { ownZone: OWN, chosenZone, ...window, checkCost: () => {} })
}

const starts = ({ intervals }: ReadCalendar) =>
  intervals.map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 16)).toSorted()

const VISIT = ['DTSTART:20261203T150000Z', 'DURATION:PT1H']

/** An event at ten on a day of winter, and one on a day of summer. */
const atTen = (zone: string) =>
  ['20261203', '20270701'].flatMap((date) => [
    'BEGIN:VEVENT',
    `UID:${date}`,
    `DTSTART;TZID=${zone}:${date}T100000`,
    'DURATION:PT1H',
    'END:VEVENT',
  ])
const utc = (winter: number, summer: number) => [
  `2026-12-03T${winter}:00`,
  `2027-07-01T${String(summer).padStart(2, '0')}:00`,
]

test.each([
  ['America/New_York', utc(15, 14)],
  ['america/new york', utc(15, 14)],
  ['/mozilla.org/20070129_1/America/New_York', utc(15, 14)],
  ['/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires', utc(13, 13)],
  ['GMT Standard Time', utc(10, 9)],
  ['"FLE Standard Time"', ['2026-12-03T08:00', '2027-07-01T07:00']],
  ['tzone://Microsoft/Utc', utc(10, 10)],
  ['Etc/GMT+5', utc(15, 15)],
  ['EST5EDT', utc(15, 14)],
])('a zone with the name %s is certain', (zone, expected) => {
  const calendar = read(atTen(zone))
  expect([starts(calendar), calendar.unsureZones]).toEqual([expected, []])
})

test.each([
  ['(UTC-05:00) Eastern Time', 'America/New_York', utc(15, 14)],
  ['(UTC-06:00) Central Time (US & Canada)', 'America/Chicago', utc(16, 15)],
  ['Eastern Daylight Time', 'America/New_York', utc(15, 14)],
  ['(UTC-07:00) Arizona', 'America/Phoenix', utc(17, 17)],
  ['GMT-0500', '-05:00', utc(15, 15)],
  ['GMT-05:00', '-05:00', utc(15, 15)],
  ['UTC+1', '+01:00', ['2026-12-03T09:00', '2027-07-01T09:00']],
  ['CST', 'America/Chicago', utc(16, 15)],
  ['EST', 'America/New_York', utc(15, 14)],
  ['PDT', 'America/Los_Angeles', utc(18, 17)],
  ['JST', 'Asia/Tokyo', ['2026-12-03T01:00', '2027-07-01T01:00']],
  ['tzone://Microsoft/Custom', OWN, utc(16, 15)],
  ['Nowhere', OWN, utc(16, 15)],
])('a zone with the name %s is read as %s, and said', (zone, read_as, expected) => {
  const calendar = read(atTen(zone))
  expect([starts(calendar), calendar.unsureZones]).toEqual([expected, [{ name: zone, read_as }]])
})

test.each(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST EDT CDT MDT PDT AKST BRT XYZ'.split(
    ' ',
  ),
)('the short name %s never ends a calendar, and is said unless the calendar defines it', (zone) => {
  expect(read(atTen(zone)).intervals).toHaveLength(2)
  expect(read(atTen(zone)).unsureZones).toEqual([{ name: zone, read_as: expect.any(String) }])
  const defined = read([...definition(zone, '-0800'), ...atTen(zone)])
  expect([starts(defined), defined.unsureZones]).toEqual([utc(18, 18), []])
})

function definition(name: string, offset: string) {
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${name}`,
    'BEGIN:STANDARD',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'DTSTART:19700101T000000',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
}

test.each(['GMT-05:00', 'Customized Time Zone', '"Office, first floor"'])(
  'a zone that the calendar defines is certain, also one with the name %s',
  (zone) => {
    const calendar = read([...definition(zone, '-0500'), ...atTen(zone)])
    expect([starts(calendar), calendar.unsureZones]).toEqual([utc(15, 15), []])
  },
)

test('a zone is not certain if one line of its definition cannot be read', () => {
  const lines = definition('Office', '-0500').map((line) => line.replace('TO:-0500', 'TO:five'))
  expect(read([...lines, ...atTen('Office')]).unsureZones).toEqual([
    { name: 'Office', read_as: OWN },
  ])
})

test('the chosen zone counts for zones that are not certain, and for no others', () => {
  const calendar = read(
    [...atTen('GMT-0500'), ...atTen('Europe/Berlin').map((line) => line.replace('UID:', 'UID:b'))],
    'America/New_York',
  )
  expect(starts(calendar)).toEqual([
    '2026-12-03T09:00',
    '2026-12-03T15:00',
    '2027-07-01T08:00',
    '2027-07-01T14:00',
  ])
  expect(calendar.unsureZones).toEqual([{ name: 'GMT-0500', read_as: 'America/New_York' }])
})

test('an offset behind a time is certain for one event, and not for one that recurs over a clock change', () => {
  const event = (...lines: string[]) => [
    'BEGIN:VEVENT',
    'UID:a',
    ...lines,
    'DURATION:PT1H',
    'END:VEVENT',
  ]
  const one = read(event('DTSTART:20261203T100000-0500'), 'America/Denver')
  expect([starts(one), one.unsureZones]).toEqual([['2026-12-03T15:00'], []])
  const monthly = event('DTSTART:20261203T100000-0500', 'RRULE:FREQ=MONTHLY;INTERVAL=7;COUNT=2')
  const likely = read(monthly)
  expect([starts(likely), likely.unsureZones]).toEqual([
    ['2026-12-03T15:00', '2027-07-03T15:00'],
    [{ name: '-05:00', read_as: '-05:00' }],
  ])
  expect(starts(read(monthly, 'America/New_York'))).toEqual([
    '2026-12-03T15:00',
    '2027-07-03T14:00',
  ])
  const own = read(monthly.map((line) => line.replace('T100000-0500', 'T090000-0600')))
  expect([starts(own), own.unsureZones]).toEqual([
    ['2026-12-03T15:00', '2027-07-03T14:00'],
    [{ name: '-06:00', read_as: OWN }],
  ])
})

test.each([
  ['the end', 'DTSTART:20261203T150000Z', 'DTEND;TZID=EST:20261203T110000'],
  ['a further date', ...VISIT, 'RDATE;TZID=EST:20261204T110000'],
  ['an excluded date', ...VISIT, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;TZID=EST:20261204T100000'],
  ['the changed occurrence', ...VISIT, 'RECURRENCE-ID;TZID=EST:20261203T090000'],
])('a zone that is not certain is said also where only %s of an event has it', (_, ...lines) => {
  const calendar = read(['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT'])
  expect(calendar.unsureZones).toEqual([{ name: 'EST', read_as: 'America/New_York' }])
})

test('a zone that is not certain is said also where a busy period has it', () => {
  const period = 'FREEBUSY;TZID=EST:20261203T100000/PT1H'
  const calendar = read(['BEGIN:VFREEBUSY', 'UID:f', period, 'END:VFREEBUSY'])
  expect(starts(calendar)).toEqual(['2026-12-03T15:00'])
  expect(calendar.unsureZones).toEqual([{ name: 'EST', read_as: 'America/New_York' }])
})

test('zones of events that are over are not asked for, and at most five are listed', () => {
  const over = atTen('Nowhere').map((line) => line.replace('2026', '2016').replace('2027', '2017'))
  expect(read(over).unsureZones).toEqual([])
  const many = Array.from({ length: 9 }, (_, index) =>
    atTen(`Nowhere ${index}`).map((line) => line.replace('UID:', `UID:${index}`)),
  )
  expect(read(many.flat()).unsureZones).toHaveLength(5)
})
