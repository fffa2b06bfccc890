// rule: calendar-lines
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { busyIntervals } from './busy-intervals.ts'

const FROM = Date.parse('2026-11-19T06:00:00Z')
const TO = FROM + 402 * 86_400_000

/** A calendar without faults: each group of lines belongs to one UID, or to the calendar itself. */
const GROUPS: [uid: string | undefined, lines: string[]][] = [
  [undefined, ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//A calendar//EN', 'X-WR-CALNAME:Home']],
  [
    'office',
    [
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
    ],
  ],
  event('office', 'DTSTART;TZID=Office:20261201T090000', 'DTEND;TZID=Office:20261201T100000'),
  event('once', 'DTSTART:20261203T150000Z', 'DTEND:20261203T160000Z', 'SUMMARY:Dentist'),
  event('day', 'DTSTART;VALUE=DATE:20261204', 'DTEND;VALUE=DATE:20261206', 'TRANSP:OPAQUE'),
  event(
    'weekly',
    'DTSTART;TZID=America/New_York:20261207T090000',
    'DURATION:PT90M',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=8',
    'EXDATE;TZID=America/New_York:20261209T090000',
    'DESCRIPTION:A long text that is folded',
    '  over two lines',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15M',
    'END:VALARM',
  ),
  event(
    'weekly',
    'RECURRENCE-ID;TZID=America/New_York:20261214T090000',
    'DTSTART;TZID=America/New_York:20261214T130000',
    'DTEND;TZID=America/New_York:20261214T140000',
    'SEQUENCE:1',
  ),
  event('floating', 'DTSTART:20261220T090000', 'DTEND:20261220T110000', 'STATUS:CONFIRMED'),
  event('dates', 'DTSTART:20261222T150000Z', 'DURATION:PT1H', 'RDATE:20261223T150000Z'),
  event('last', 'DTSTART:20261230T200000Z', 'DTEND:20261230T210000Z'),
  [undefined, ['END:VCALENDAR']],
]

function event(uid: string, ...lines: string[]): [string, string[]] {
  return [uid, ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT']]
}

const LINES = GROUPS.flatMap(([uid, lines]) => lines.map((line) => ({ uid, line })))

const textOf = (lines: readonly string[]) => lines.join('\r\n')
const read = (text: string) =>
  busyIntervals(text, {
    ownZone: 'America/Chicago',
    from: FROM,
    to: TO,
    checkCost: () => {},
  }).intervals.map(({ uid, startsAt, endsAt }) => `${uid} ${startsAt} ${endsAt}`)

/** The damages of a line: characters are lost, added or changed, or another line stands in its place. */
const damage = fc.oneof(
  fc.constant((): string[] => []),
  fc.constant((line: string) => [line, line]),
  fc.constant((line: string) => [` ${line}`]),
  fc.constant((line: string) => [line.toLowerCase()]),
  fc.constant((line: string) => [line, '\0', '', ' ']),
  fc.nat(60).map((at) => (line: string) => [line.slice(0, at)]),
  fc.nat(60).map((at) => (line: string) => [line.slice(0, at), line.slice(at)]),
  fc
    .tuple(fc.nat(60), fc.nat(3), fc.string({ maxLength: 4, unit: 'binary' }))
    .map(([at, lost, added]) => (line: string) => [
      line.slice(0, at) + added.replaceAll(/[\r\n]/g, '') + line.slice(at + lost),
    ]),
  fc.string({ unit: 'binary' }).map((other) => () => [other.replaceAll(/[\r\n]/g, '')]),
  fc
    .constantFrom(
      ...'BEGIN:VEVENT END:VEVENT BEGIN:VALARM END:VCALENDAR BEGIN:VTIMEZONE'.split(' '),
      ...'RRULE:FREQ= DTSTART: EXDATE;VALUE=DATE: RECURRENCE-ID: UID: TZID:'.split(' '),
    )
    .map((other) => () => [other]),
)

test('one broken line of a calendar never loses an event of another UID', () => {
  const all = read(textOf(LINES.map(({ line }) => line)))
  expect(all.length).toBeGreaterThan(12)
  const place = fc.nat(LINES.length - 1)
  fc.assert(
    fc.property(place, damage, (at, damageOf) => {
      const lines = LINES.flatMap(({ line }, index) => (index === at ? damageOf(line) : [line]))
      const found = new Set(read(textOf(lines)))
      const broken = LINES[at]!.uid
      expect(all.filter((one) => !found.has(one) && !one.startsWith(`${broken} `))).toEqual([])
    }),
    { numRuns: 800, seed: 18 },
  )
})
