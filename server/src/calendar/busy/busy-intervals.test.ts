// rule: busy-times
import { expect, test } from 'vitest'
import { CalendarProblem, busyIntervals } from './busy-intervals.ts'

const DAY_MS = 86_400_000
const FROM = Date.parse('2026-11-19T06:00:00Z')

const calendarOf = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
/** 'MM-DD HH:MM/HH:MM' in UTC, by start. */
function read(text: string, checkCost = () => {}): string[] {
  const options = { ownZone: 'America/Chicago', from: FROM, to: FROM + 402 * DAY_MS, checkCost }
  return busyIntervals(text, options)
    .intervals.toSorted((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt)
    .map(({ startsAt, endsAt }) => {
      const [from, to] = [startsAt, endsAt].map((at) => new Date(at).toISOString())
      return `${from!.slice(5, 10)} ${from!.slice(11, 16)}/${to!.slice(11, 16)}`
    })
}
const of = (...lines: string[]) => read(calendarOf(...event('UID:a', ...lines)))

const VTIMEZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Office',
  'BEGIN:STANDARD',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

test.each([
  ['UTC', ['DTSTART:20261201T150000Z', 'DTEND:20261201T160000Z'], ['12-01 15:00/16:00']],
  ['floating: own zone', ['DTSTART:20261201T090000', 'DURATION:PT90M'], ['12-01 15:00/16:30']],
  [
    'IANA',
    ['DTSTART;TZID=America/New_York:20261201T090000', 'DURATION:PT1H'],
    ['12-01 14:00/15:00'],
  ],
  [
    'a path that ends in an IANA name',
    ['DTSTART;TZID=/example.org/America/New_York:20261201T090000', 'DURATION:PT1H'],
    ['12-01 14:00/15:00'],
  ],
  [
    'Windows name',
    ['DTSTART;TZID="Pacific Standard Time":20261201T090000', 'DURATION:PT1H'],
    ['12-01 17:00/18:00'],
  ],
  [
    'a birthday without a year, as address books write it',
    ['DTSTART;VALUE=DATE:16041201', 'RRULE:FREQ=YEARLY'],
    ['12-01 06:00/06:00', '12-01 06:00/06:00'],
  ],
  ['whole day: local midnights', ['DTSTART;VALUE=DATE:20261201'], ['12-01 06:00/06:00']],
  [
    'whole days over a clock change',
    ['DTSTART;VALUE=DATE:20270313', 'DTEND;VALUE=DATE:20270315'],
    ['03-13 06:00/05:00'],
  ],
  [
    'DURATION of a day over a clock change keeps the wall time',
    ['DTSTART;TZID=America/Chicago:20270313T120000', 'DURATION:P1D'],
    ['03-13 18:00/17:00'],
  ],
  [
    'a wall time that a clock change skips counts with the offset before',
    ['DTSTART;TZID=America/Chicago:20270314T023000', 'DURATION:PT1H'],
    ['03-14 08:30/09:30'],
  ],
  [
    'RRULE keeps the wall time over a clock change, UNTIL in UTC',
    [
      'DTSTART;TZID=America/Chicago:20270307T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;UNTIL=20270321T140000Z',
    ],
    ['03-07 15:00/16:00', '03-14 14:00/15:00', '03-21 14:00/15:00'],
  ],
  [
    'RRULE by position',
    [
      'DTSTART:20261130T150000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2',
    ],
    ['11-30 15:00/16:00', '12-31 15:00/16:00'],
  ],
  [
    'RRULE by month, day and hour',
    [
      'DTSTART:20250704T090000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4,-1;BYHOUR=9,20',
    ],
    ['07-04 09:00/10:00', '07-04 20:00/21:00', '07-31 09:00/10:00', '07-31 20:00/21:00'],
  ],
  [
    'COUNT begins before the window',
    ['DTSTART:20261117T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;INTERVAL=2;COUNT=3'],
    ['11-19 15:00/16:00', '11-21 15:00/16:00'],
  ],
  [
    'RDATE with periods, EXDATE',
    [
      'DTSTART:20261201T150000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=4',
      'RDATE;VALUE=PERIOD:20261210T100000Z/PT2H,20261211T100000Z/20261211T110000Z',
      'RDATE:20261212T100000Z',
      'EXDATE:20261202T150000Z',
      'EXDATE;VALUE=DATE:20261203',
    ],
    [
      '12-01 15:00/16:00',
      '12-04 15:00/16:00',
      '12-10 10:00/12:00',
      '12-11 10:00/11:00',
      '12-12 10:00/11:00',
    ],
  ],
  ['transparent', ['DTSTART:20261201T150000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'], []],
  ['cancelled', ['DTSTART:20261201T150000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'], []],
  ['of no length', ['DTSTART:20261201T150000Z'], []],
  ['before yesterday', ['DTSTART:20261101T150000Z', 'DURATION:PT1H'], []],
])('an event is read: %s', (_, lines, expected) => {
  expect(of(...lines)).toEqual(expected)
})

test('a calendar can define its own zone, and one that it does not define is the own zone', () => {
  const starting = (date: string, zone: string) =>
    event(`UID:${date}${zone}`, `DTSTART;TZID=${zone}:${date}T090000`, 'DURATION:PT1H')
  const text = calendarOf(
    ...VTIMEZONE,
    ...starting('20261201', 'Office'),
    ...starting('20270701', 'Office'),
    ...starting('20261202', 'Nowhere'),
  )
  expect(read(text)).toEqual(['12-01 14:00/15:00', '12-02 15:00/16:00', '07-01 13:00/14:00'])
})

test('a changed occurrence replaces its own, also those after it, and the highest SEQUENCE counts', () => {
  const series = ['DTSTART:20261201T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=5']
  const change = (id: string, ...lines: string[]) =>
    event('UID:a', 'SEQUENCE:1', `RECURRENCE-ID${id}`, ...lines)
  const text = calendarOf(
    ...event('UID:a', 'SEQUENCE:2', ...series),
    ...event('UID:a', 'SEQUENCE:1', 'DTSTART:20270101T150000Z', 'DURATION:PT1H'),
    ...change(':20261202T150000Z', 'DTSTART:20261202T180000Z', 'DURATION:PT30M'),
    ...change(':20261203T150000Z', 'DTSTART:20261203T150000Z', 'STATUS:CANCELLED'),
    ...change(';RANGE=THISANDFUTURE:20261204T150000Z', 'DTSTART:20261204T200000Z', 'DURATION:PT2H'),
  )
  expect(read(text)).toEqual([
    '12-01 15:00/16:00',
    '12-02 18:00/18:30',
    '12-04 20:00/22:00',
    '12-05 20:00/22:00',
  ])
})

test('visits of our own calendar, read back, are not busy, and events without a UID are', () => {
  const visit = ['DTSTART:20261201T150000Z', 'DURATION:PT1H']
  expect(read(calendarOf(...event('UID:0192@lustra', ...visit)))).toEqual([])
  expect(read(calendarOf(...event(...visit), ...event(...visit)))).toHaveLength(2)
})

test.each([
  ['words', 'hello', 'unreadable'],
  ['nothing', '', 'unreadable'],
  ['another component', 'BEGIN:VCARD\r\nEND:VCARD\r\n', 'unreadable'],
  ['a broken date', calendarOf(...event('DTSTART:tomorrow')), 'unreadable'],
  [
    'too many events',
    calendarOf(...Array(5001).fill(event('DTSTART:20261201')).flat()),
    'too_large',
  ],
])('a calendar is refused: %s', (_, text, problem) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ problem }))
})

test('a calendar at the limits is read: 5,000 events, 10,000 busy times', () => {
  expect(
    read(calendarOf(...Array(5000).fill(event('DTSTART;VALUE=DATE:20261201')).flat())),
  ).toHaveLength(5000)
  const hours = [...Array(24).keys()].join()
  // 25 minutes of 24 hours on 16 days are 9,600, and 400 more.
  const days = event(
    'DTSTART:20261201T000000Z',
    'DURATION:PT1M',
    `RRULE:FREQ=DAILY;COUNT=9600;BYMINUTE=${[...Array(25).keys()].join()};BYHOUR=${hours}`,
  )
  const more = event('DTSTART:20270201T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=5')
  const text = (...others: string[][]) => calendarOf(...days, ...others.flat())
  expect(read(text(...Array(80).fill(more)))).toHaveLength(10_000)
  const one = event('DTSTART:20270301T000000Z', 'DURATION:PT1H')
  // One more is too many, so the event that has the most is left out.
  expect(read(text(...Array(80).fill(more), one))).toHaveLength(401)
})

test('where many rules cost too much, the other events are read, and the rules are counted', () => {
  const rule = event('DTSTART:20261201T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2')
  const one = event('DTSTART:20270301T000000Z', 'DURATION:PT1H')
  let left = 3
  const { intervals, unread } = busyIntervals(calendarOf(...Array(9).fill(rule).flat(), ...one), {
    ownZone: 'America/Chicago',
    from: FROM,
    to: FROM + 402 * DAY_MS,
    checkCost: () => {},
    hasTimeForRules: () => (left -= 1) >= 0,
  })
  expect([intervals.length, unread]).toEqual([3 * 2 + 6 + 1, 6])
})

const OBSERVANCE = VTIMEZONE.slice(2, 8)

test.each([
  ['before the first event', [], 1],
  [
    'after some events',
    Array(9).fill(event('DTSTART:20261201T150000Z', 'DURATION:PT1H')).flat(),
    9,
  ],
  ['in a rule', event('DTSTART:20261201T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'), 4],
  [
    'in a zone of many parts',
    [
      ...VTIMEZONE.slice(0, 2),
      ...Array(9).fill(OBSERVANCE).flat(),
      'END:VTIMEZONE',
      ...event('DTSTART;TZID=Office:20261201T090000', 'DURATION:PT1H'),
    ],
    9,
  ],
])('reading ends when it has cost too much: %s', (_, lines, steps) => {
  let left = steps
  const checkCost = () => {
    left -= 1
    if (left <= 0) throw new CalendarProblem('too_large')
  }
  expect(() => read(calendarOf(...lines), checkCost)).toThrow('too_large')
})

test('rules that never come to an end, or never occur, are read quickly', () => {
  const begin = performance.now()
  expect(
    of('DTSTART:20261201T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
  ).toEqual(['12-01 15:00/16:00'])
  expect(
    of(
      'DTSTART:20261201T150000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;INTERVAL=1;BYMONTHDAY=-2;BYDAY=TU;BYMONTH=2;COUNT=58',
    ),
  ).toHaveLength(1)
  expect(performance.now() - begin).toBeLessThan(1500)
})
