// rule: calendar-lines
import { expect, test } from 'vitest'
import { busyIntervals } from './busy-intervals.ts'

const DAY_MS = 86_400_000
const FROM = Date.parse('2026-11-19T06:00:00Z')

/** Reads a calendar. Returns busy times as 'MM-DD HH:MM/HH:MM' in UTC, and how many events were not read. */
function read(text: string) {
  const options = { ownZone: 'America/Chicago', from: FROM, to: FROM + 402 * DAY_MS }
  const { intervals, unread } = busyIntervals(text, { ...options, checkCost: () => {} })
  const busy = intervals
    .toSorted((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt)
    .map(({ startsAt, endsAt }) => {
      const [from, to] = [startsAt, endsAt].map((at) => new Date(at).toISOString())
      return `${from!.slice(5, 10)} ${from!.slice(11, 16)}/${to!.slice(11, 16)}`
    })
  return { busy, unread }
}

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const OTHER = event('UID:other', 'DTSTART:20261215T200000Z', 'DTEND:20261215T210000Z')
const OTHER_TIME = '12-15 20:00/21:00'
const calendarOf = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, ...OTHER, 'END:VCALENDAR', ''].join('\r\n')

const VISIT = ['UID:a', 'DTSTART:20261203T150000Z', 'DTEND:20261203T160000Z']
const VISIT_TIME = '12-03 15:00/16:00'
const NEXT_WEEK = '12-10 15:00/16:00'
const WEEKLY = [...VISIT, 'RRULE:FREQ=WEEKLY;COUNT=2']
const DAY = '12-03 06:00/06:00'
const wholeDay = (start: string, ...more: string[]) => ['UID:a', `DTSTART${start}`, ...more]

test.each([
  [
    'a whole day that ends on its own date',
    wholeDay(';VALUE=DATE:20261203', 'DTEND;VALUE=DATE:20261203'),
    [DAY],
  ],
  [
    'a whole day with times on one date',
    wholeDay(';VALUE=DATE:20261203T120000', 'DTEND;VALUE=DATE:20261203T160000'),
    [DAY],
  ],
  [
    'whole days with times',
    wholeDay(';VALUE=DATE:20261203T000000', 'DTEND;VALUE=DATE:20261205T000000'),
    ['12-03 06:00/06:00'],
  ],
  ['a date that does not say that it is one', wholeDay(':20261203', 'DTEND:20261204'), [DAY]],
  ['a date with a Z', wholeDay(':20261203Z', 'DTEND:20261204Z'), [DAY]],
  [
    'a length of a week that is written as a time',
    wholeDay(';VALUE=DATE:20261203', 'DURATION:PT1W'),
    ['12-03 06:00/06:00'],
  ],
  ['free for Outlook', [...VISIT, 'TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], []],
  ['an excluded date without its kind', [...WEEKLY, 'EXDATE:20261210'], [VISIT_TIME]],
  ['an empty excluded date', [...WEEKLY, 'EXDATE:'], [VISIT_TIME, NEXT_WEEK]],
  ['an empty excluded date of a kind', [...WEEKLY, 'EXDATE;VALUE=DATE:'], [VISIT_TIME, NEXT_WEEK]],
  ['excluded dates that end with a comma', [...WEEKLY, 'EXDATE:20261210T150000Z,'], [VISIT_TIME]],
  [
    'excluded in another zone',
    [...WEEKLY, 'EXDATE;TZID=America/New_York:20261210T100000'],
    [VISIT_TIME],
  ],
  ['an empty further date', [...VISIT, 'RDATE:'], [VISIT_TIME]],
  ['an empty rule', [...VISIT, 'RRULE:'], [VISIT_TIME]],
  [
    'a rule that ends with a semicolon',
    [...VISIT, 'RRULE:FREQ=WEEKLY;COUNT=2;'],
    [VISIT_TIME, NEXT_WEEK],
  ],
  [
    'a rule with a parameter',
    [...VISIT, 'RRULE;X-BUSYMAC-REGENERATE=TRASH:FREQ=WEEKLY;COUNT=2'],
    [VISIT_TIME, NEXT_WEEK],
  ],
  [
    'weekdays with spaces',
    [...VISIT, 'RRULE:FREQ=WEEKLY;COUNT=2;BYDAY=TH, SA'],
    [VISIT_TIME, '12-05 15:00/16:00'],
  ],
  [
    'weekdays in quotes',
    [...VISIT, 'RRULE:FREQ=WEEKLY;COUNT=2;BYDAY="TH,FR"'],
    [VISIT_TIME, '12-04 15:00/16:00'],
  ],
  ['the 0th Thursday', [...VISIT, 'RRULE:FREQ=WEEKLY;COUNT=2;BYDAY=0TH'], [VISIT_TIME, NEXT_WEEK]],
  [
    'a rule in lower case, with an empty part and an unknown one',
    [...VISIT, 'rrule:freq=weekly;count=2;byday=;x-a=b'],
    [VISIT_TIME, NEXT_WEEK],
  ],
  [
    'a rule until a time in ISO form',
    [...VISIT, 'RRULE:FREQ=WEEKLY;UNTIL=2026-12-10T10:00:00-05:00'],
    [VISIT_TIME, NEXT_WEEK],
  ],
  [
    'a rule from the year 1',
    ['UID:a', 'DTSTART;VALUE=DATE:00011203', 'RRULE:FREQ=YEARLY'],
    [DAY, DAY],
  ],
  [
    'a rule that excludes',
    [...VISIT, 'RRULE:FREQ=DAILY;COUNT=5', 'EXRULE:FREQ=WEEKLY;BYDAY=SA,SU'],
    [VISIT_TIME, '12-04 15:00/16:00', '12-07 15:00/16:00'],
  ],
  [
    'a rule until the last day of all, in a zone before UTC',
    [
      'UID:a',
      'DTSTART;TZID=Europe/Berlin:20271210T160000',
      'DTEND;TZID=Europe/Berlin:20271210T170000',
      'RRULE:FREQ=WEEKLY;UNTIL=99991231T235959Z',
    ],
    ['12-10 15:00/16:00', '12-17 15:00/16:00', '12-24 15:00/16:00'],
  ],
  [
    'a rule that has counted for 40 years',
    ['UID:a', 'DTSTART:19861204T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2088'],
    ['11-19 15:00/16:00', '11-26 15:00/16:00', VISIT_TIME],
  ],
  [
    'names in lower case',
    ['uid:a', 'dtstart:20261203T150000Z', 'dtend:20261203T160000Z'],
    [VISIT_TIME],
  ],
  [
    'times without seconds',
    ['UID:a', 'DTSTART:20261203T1500Z', 'DTEND:20261203T1600Z'],
    [VISIT_TIME],
  ],
  [
    'times in ISO form',
    ['UID:a', 'DTSTART:2026-12-03T15:00:00.000Z', 'DTEND:2026-12-03T16:00Z'],
    [VISIT_TIME],
  ],
  [
    'times with an offset',
    ['UID:a', 'DTSTART:20261203T100000-0500', 'DTEND:2026-12-03T11:00:00-05:00'],
    [VISIT_TIME],
  ],
  ['spaces at the ends of lines', VISIT.map((line) => `${line} \t`), [VISIT_TIME]],
  [
    'a line break inside of a text',
    [...VISIT, 'DESCRIPTION:Bring', 'the blue towels', 'to: the shed'],
    [VISIT_TIME],
  ],
  ['an organizer without a value', [...VISIT, 'ORGANIZER;CN=Company'], [VISIT_TIME]],
  [
    'quotes inside of quotes',
    [...VISIT, 'ATTENDEE;X-SAID="I am "late" today":mailto:a@example.com'],
    [VISIT_TIME],
  ],
  [
    'a quote in the wrong place',
    ['UID:a', 'DTSTART;TZID="Central Standard Time:20261203T090000"', 'DTEND:20261203T160000Z'],
    [VISIT_TIME],
  ],
  [
    'an alarm with a length of its own',
    [...VISIT, 'BEGIN:VALARM', 'DURATION:PT15M', 'END:VALARM'],
    [VISIT_TIME],
  ],
])('an event is read by its obvious meaning: %s', (_, lines, expected) => {
  const { busy, unread } = read(calendarOf(...event(...lines)))
  expect([busy.toSorted(), unread]).toEqual([[...expected, OTHER_TIME].toSorted(), 0])
})

test.each([
  ['no start', ['UID:a', 'DTEND:20261203T160000Z'], []],
  ['an empty start', ['UID:a', 'DTSTART:', 'DTEND:20261203T160000Z'], []],
  ['a start that is a word', ['UID:a', 'DTSTART:tomorrow', 'DTEND:20261203T160000Z'], []],
  ['a start without a colon', ['UID:a', 'DTSTART20261203T150000Z', 'DTEND:20261203T160000Z'], []],
  ['an end that is a word', ['UID:a', 'DTSTART:20261203T150000Z', 'DTEND:later'], []],
  ['an end before its start', ['UID:a', 'DTSTART:20261203T150000Z', 'DTEND:20261203T140000Z'], []],
  ['a length that is a word', ['UID:a', 'DTSTART:20261203T150000Z', 'DURATION:long'], []],
  ['a rule that is none', [...VISIT, 'RRULE:SOMETIMES'], [VISIT_TIME]],
  ['a rule of a weekday that is none', [...VISIT, 'RRULE:FREQ=WEEKLY;BYDAY=XX'], [VISIT_TIME]],
  [
    'a rule that counts from the year 1',
    [
      'UID:a',
      'DTSTART:00010101T150000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;BYHOUR=15;COUNT=800000',
    ],
    [],
  ],
  [
    'a rule until an offset that is none',
    [...VISIT, 'RRULE:FREQ=DAILY;UNTIL=20261205T230000+9900'],
    [VISIT_TIME],
  ],
  [
    'a rule until an hour that is none',
    [...VISIT, 'RRULE:FREQ=DAILY;UNTIL=20261205T240000-0500'],
    [VISIT_TIME],
  ],
  ['a date that does not exist', ['UID:a', 'DTSTART;VALUE=DATE:20270230'], []],
  [
    'a time of a date that does not exist',
    ['UID:a', 'DTSTART:20261131T150000Z', 'DURATION:PT1H'],
    [],
  ],
  ['an end on a date that does not exist', [VISIT[0]!, VISIT[1]!, 'DTEND:20261131T150000Z'], []],
  [
    'a rule until a date that does not exist',
    [...VISIT, 'RRULE:FREQ=WEEKLY;UNTIL=20261131'],
    [VISIT_TIME],
  ],
  ['an excluding rule that is none', [...VISIT, 'EXRULE:SOMETIMES'], [VISIT_TIME]],
  [
    'a rule of the Hebrew calendar',
    [...VISIT, 'RRULE:RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5'],
    [VISIT_TIME],
  ],
  ['a rule of seconds', [...VISIT, 'RRULE:FREQ=SECONDLY'], [VISIT_TIME]],
  [
    'a rule with too many times',
    [...VISIT, 'RRULE:FREQ=DAILY;BYMINUTE=0,5,9;BYHOUR=' + [...Array(24).keys()].join()],
    [VISIT_TIME],
  ],
  [
    'a rule that counts too far',
    [
      'UID:a',
      'DTSTART:19900101T150000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=20000;BYDAY=MO,TU',
    ],
    [],
  ],
  ['days without end', ['UID:a', 'DTSTART:20261203T150000Z', 'DURATION:P999999999D'], []],
  ['hours without end', ['UID:a', 'DTSTART:20261203T150000Z', 'DURATION:PT999999999999H'], []],
  ['one excluded date of two', [...WEEKLY, 'EXDATE:20261210T150000Z,never'], [VISIT_TIME]],
])('what cannot be read of an event is left out and counted: %s', (_, lines, expected) => {
  expect(read(calendarOf(...event(...lines)))).toEqual({
    busy: [...expected, OTHER_TIME],
    unread: 1,
  })
})

test('events with an empty UID, with none, or all with one UID are all read', () => {
  const at = (hour: string) => [`DTSTART:20261203T${hour}0000Z`, 'DURATION:PT1H']
  const times = ['12-03 15:00/16:00', '12-03 17:00/18:00', OTHER_TIME]
  for (const uid of [['UID:'], [], ['UID:one'], ['UID: ']])
    expect(read(calendarOf(...event(...uid, ...at('15')), ...event(...uid, ...at('17'))))).toEqual({
      busy: times,
      unread: 0,
    })
})

test('the busy periods of a VFREEBUSY are busy, its free ones are not', () => {
  const lines = [
    'BEGIN:VFREEBUSY',
    'UID:f',
    'DTSTART:20261201T000000Z',
    'DTEND:20261231T000000Z',
    'FREEBUSY;FBTYPE=BUSY:20261203T150000Z/20261203T160000Z,20261210T150000Z/PT1H',
    'FREEBUSY:20261211T150000Z/PT30M',
    'FREEBUSY;FBTYPE=FREE:20261204T150000Z/PT1H',
    'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:later/PT1H',
    'END:VFREEBUSY',
  ]
  expect(read(calendarOf(...lines))).toEqual({
    busy: [VISIT_TIME, NEXT_WEEK, '12-11 15:00/15:30', OTHER_TIME],
    unread: 1,
  })
})

test('a changed occurrence that a newer version of its series excludes is gone, and one that it does not is there', () => {
  const days = (start: string, end: string) => [
    `DTSTART;VALUE=DATE:${start}`,
    `DTEND;VALUE=DATE:${end}`,
  ]
  const change = (sequence: number, day: string, end: string) =>
    event('UID:a', `SEQUENCE:${sequence}`, `RECURRENCE-ID;VALUE=DATE:${day}`, ...days(day, end))
  const series = [
    'UID:a',
    'SEQUENCE:2',
    ...days('20261201', '20261202'),
    'RRULE:FREQ=WEEKLY;COUNT=3',
  ]
  const withChange = (sequence: number) =>
    calendarOf(
      ...event(...series, 'EXDATE;VALUE=DATE:20261208'),
      ...change(sequence, '20261208', '20261210'),
    )
  const [first, last] = ['12-01 06:00/06:00', '12-15 06:00/06:00']
  expect(read(withChange(1)).busy).toEqual([first, last, OTHER_TIME])
  expect(read(withChange(2)).busy).toEqual([first, '12-08 06:00/06:00', last, OTHER_TIME])
})

test('a changed occurrence is known by its time in another zone, and by its date alone', () => {
  const series = [
    'UID:a',
    'DTSTART;TZID=America/Chicago:20261201T090000',
    'DTEND;TZID=America/Chicago:20261201T100000',
    'RRULE:FREQ=DAILY;COUNT=2',
  ]
  for (const id of [':20261202T150000Z', ';VALUE=DATE:20261202'])
    expect(
      read(
        calendarOf(
          ...event(...series),
          ...event('UID:a', `RECURRENCE-ID${id}`, 'DTSTART:20261202T200000Z', 'DURATION:PT1H'),
        ),
      ).busy,
    ).toEqual(['12-01 15:00/16:00', '12-02 20:00/21:00', OTHER_TIME])
})

test('a change of an occurrence that is not known never takes the place of its series', () => {
  const change = event('UID:a', 'RECURRENCE-ID:soon', 'DTSTART:20270101T150000Z', 'DURATION:PT1H')
  expect(read(calendarOf(...event(...WEEKLY), ...change))).toEqual({
    busy: [VISIT_TIME, NEXT_WEEK, OTHER_TIME],
    unread: 1,
  })
})

const GOOD = calendarOf(...event(...VISIT))

test.each([
  ['a NUL after the end', `${GOOD}\0\0`],
  ['a comment after the end', `${GOOD}<!-- made by a calendar -->\r\n`],
  ['a zone after the end', `${GOOD}BEGIN:VTIMEZONE\r\nTZID:Late\r\nEND:VTIMEZONE\r\n`],
  ['lines that end with a carriage return alone', GOOD.replaceAll('\r\n', '\r')],
  ['lines that end with a line feed alone', GOOD.replaceAll('\r\n', '\n')],
  ['blank lines', GOOD.replaceAll('\r\n', '\r\n\r\n')],
  [
    'everything in lower case but times',
    GOOD.toLowerCase().replaceAll(/\d{8}t\d{6}z/g, (time) => time.toUpperCase()),
  ],
  ['an event without its beginning', GOOD.replace('BEGIN:VEVENT\r\nUID:a', 'UID:a')],
  ['an event without its end', GOOD.replace('END:VEVENT', 'END OF EVENT')],
  ['a calendar without its beginning', GOOD.replace('BEGIN:VCALENDAR', '')],
])('a calendar is read with %s', (_, text) => {
  expect(read(text)).toEqual({ busy: [VISIT_TIME, OTHER_TIME], unread: 0 })
})

test('a calendar without an end is read, and counts as one event more that was not read', () => {
  expect(read(GOOD.replace(/END:VCALENDAR[^]*/, ''))).toEqual({
    busy: [VISIT_TIME, OTHER_TIME],
    unread: 1,
  })
})

test('a calendar of which no event can be read is refused, so that the last reading stays', () => {
  const text = ['BEGIN:VCALENDAR', ...event('UID:a', 'DTSTART:soon'), 'END:VCALENDAR'].join('\r\n')
  expect(() => read(text)).toThrow(expect.objectContaining({ problem: 'unreadable' }))
})
