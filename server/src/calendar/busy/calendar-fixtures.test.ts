// rule: calendar-lines
import { globSync, readFileSync } from 'node:fs'
import ical from 'node-ical'
import { expect, test } from 'vitest'
import { busyIntervals } from './busy-intervals.ts'

/**
 * The .ics files that npm packages bring: of `ical`, from which node-ical comes, and of an ical.js that still brought
 * its files. Today's node-ical and ical.js bring none; if they do again, these are read too.
 */
const FILES = globSync('node_modules/{ical,ical.js,ical.js-samples,node-ical}/**/*.ics').toSorted()
const HOUR_MS = 3_600_000

// The other program reads floating times in the zone of this machine.
const OWN = Temporal.Now.timeZoneId()
const read = (text: string, from: number, to: number) =>
  busyIntervals(text, { ownZone: OWN, from, to, checkCost: () => {} })

/** 28 years later, where the weekdays are the same: the reader knows no clock changes before 2020. */
const later = (text: string) =>
  text.replaceAll(/(?<=[:=,/])20[01]\d(?=\d{4})/g, (year) => String(Number(year) + 28))

/** Events that cannot be read, by file. */
const UNREAD = new Map([
  ['ical/test/test1.ics', 1], // A start of 'Next Year'.
  ['ical/test/test10.ics', 5], // Events without a start.
  ['ical/test/test12.ics', 1], // A changed occurrence that ends before it begins.
  ['ical.js-samples/test/parser/component.ics', 2], // Events without a start.
])

test('the packages bring files', () => {
  expect(FILES.length).toBeGreaterThan(50)
})

test.each(FILES.map((file) => file.replaceAll('\\', '/').replace('node_modules/', '')))(
  'every event of %s is read, at the times that another program reads',
  (file) => {
    const text = later(readFileSync(`node_modules/${file}`, 'utf8'))
    expect(read(text, 0, HOUR_MS).unread).toBe(UNREAD.get(file) ?? 0)
    const events = Object.values(ical.sync.parseICS(text)).filter((one) => one?.type === 'VEVENT')
    const simple = events.filter(
      ({ start, end, datetype, rrule, recurrences, recurrenceid, transparency, status }) =>
        datetype === 'date-time' &&
        start instanceof Date &&
        end instanceof Date &&
        start < end &&
        !(rrule || recurrences || recurrenceid) &&
        transparency !== 'TRANSPARENT' &&
        status !== 'CANCELLED',
    )
    for (const { uid, start, end } of simple) {
      const [startsAt, endsAt] = [start.getTime(), end!.getTime()]
      expect(read(text, startsAt - HOUR_MS, endsAt + HOUR_MS).intervals).toContainEqual({
        uid,
        startsAt,
        endsAt,
      })
    }
  },
)
