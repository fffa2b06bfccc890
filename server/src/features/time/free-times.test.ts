import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkTime, driveMinutes, firstFreeTimes, freeTimes } from './free-times.ts'
import type { FreeDay, Schedule, WantedVisit } from './free-times.ts'
import type { PlanInterval } from './times.ts'

const AUSTIN = { latitude: 30.2713, longitude: -97.7426 }
const EAST_AUSTIN = { latitude: 30.2633, longitude: -97.7144 }
const CEDAR_PARK = { latitude: 30.5058, longitude: -97.8251 }
const HOUR = 3_600_000
const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
] as const
/** Tuesday, December 1, 2026 is the day that most tests ask for; this is the day before, at 6:00 in Austin. */
const NOW = Date.parse('2026-11-30T12:00:00Z')

/** Every day from 9:00 to 12:00 in Austin, without notice; mention only what the test is about. */
function schedule({
  rules,
  ...facts
}: Partial<Omit<Schedule, 'rules'>> & { rules?: object } = {}): Schedule {
  return {
    plan: everyDay('09:00', '12:00'),
    exceptions: [],
    pausedUntil: null,
    ownZone: 'America/Chicago',
    busy: [],
    visits: [],
    ...facts,
    rules: {
      bufferMinutes: 0,
      travel: false,
      noticeHours: 0,
      horizonDays: 60,
      maxVisitsADay: null,
      maxHoursADay: null,
      ...rules,
    },
  }
}

function wanted(facts: Partial<WantedVisit> & { timeZone?: string } = {}): WantedVisit {
  const { timeZone = 'America/Chicago', ...rest } = facts
  return {
    home: { ...AUSTIN, timeZone },
    hours: 2,
    isKnown: false,
    drive: 'by_zip',
    now: NOW,
    ...rest,
  }
}

function everyDay(from: string, to: string): PlanInterval[] {
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: minutes(from), to: minutes(to) }))
}

function minutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return hours * 60 + rest
}

function visit(startsAt: string, hours: number, place = AUSTIN) {
  const start = Date.parse(startsAt)
  return { startsAt: start, endsAt: start + hours * HOUR, place }
}

function times(day: FreeDay | undefined): string {
  return day?.slots.map(({ time }) => time).join(' ') ?? ''
}

function timesOf(
  facts: Parameters<typeof schedule>[0],
  visitFacts?: Parameters<typeof wanted>[0],
  date = '2026-12-01',
) {
  return times(freeTimes(schedule(facts), wanted(visitFacts), { from: date, to: date })[0])
}

describe('each rule alone', () => {
  // rule: free-times
  test('a visit begins on the grid and lies in the hours, also over midnight', () => {
    expect(timesOf({})).toBe('09:00 09:30 10:00')
    const plan = [
      { weekday: 2, from: minutes('22:00'), to: minutes('24:00') },
      { weekday: 3, from: 0, to: minutes('01:00') },
    ]
    expect(timesOf({ plan })).toBe('22:00 22:30 23:00')
  })

  // rule: free-times
  test('no visit overlaps a busy time or another visit; one may begin when another ends', () => {
    const busy = [
      { startsAt: Date.parse('2026-12-01T15:30:00Z'), endsAt: Date.parse('2026-12-01T15:45:00Z') },
    ]
    expect(timesOf({ busy }, { hours: 1 })).toBe('10:00 10:30 11:00')
    expect(timesOf({ visits: [visit('2026-12-01T16:00:00Z', 1)] }, { hours: 1 })).toBe(
      '09:00 11:00',
    )
  })

  // rule: visit-rules
  test('the pause between visits holds before and after each visit', () => {
    const visits = [visit('2026-12-01T16:00:00Z', 1)]
    const rules = { bufferMinutes: 30 }
    expect(timesOf({ visits, rules, plan: everyDay('08:00', '13:00') }, { hours: 1 })).toBe(
      '08:00 08:30 11:30 12:00',
    )
  })

  // rule: visit-rules
  test('the longest visit and the longest pause keep the twelve hours after a start', () => {
    const visits = [visit('2026-12-01T06:00:00Z', 8)]
    const rules = { bufferMinutes: 240 }
    expect(timesOf({ visits, rules, plan: everyDay('09:00', '14:00') }, { hours: 1 })).toBe(
      '12:00 12:30 13:00',
    )
  })

  // rule: drive
  test('the drive counts in classes of 30 minutes, and for the public as 30 whatever the way is', () => {
    expect(driveMinutes(AUSTIN, EAST_AUSTIN, 5)).toBe(15)
    expect(driveMinutes(AUSTIN, EAST_AUSTIN, 30)).toBe(30)
    expect(driveMinutes(AUSTIN, CEDAR_PARK, 5)).toBe(55)
    expect(driveMinutes(AUSTIN, CEDAR_PARK, 30)).toBe(60)
    expect(driveMinutes(AUSTIN, { latitude: 61.2, longitude: -149.9 }, 30)).toBe(240)
    const far = {
      visits: [visit('2026-12-01T15:00:00Z', 1, CEDAR_PARK)],
      plan: everyDay('09:00', '13:00'),
    }
    expect(timesOf(far, { hours: 1 })).toBe('10:00 10:30 11:00 11:30 12:00')
    const rules = { travel: true }
    expect(timesOf({ ...far, rules }, { hours: 1 })).toBe('11:00 11:30 12:00')
    expect(timesOf({ ...far, rules }, { hours: 1, drive: 'public' })).toBe(
      '10:30 11:00 11:30 12:00',
    )
  })

  // rule: visit-rules
  test('notice and horizon bound the times, the first counted in hours and the second in own days', () => {
    expect(timesOf({ rules: { noticeHours: 27 } })).toBe('09:00 09:30 10:00')
    expect(timesOf({ rules: { noticeHours: 28 } })).toBe('10:00')
    const days = freeTimes(schedule({ rules: { horizonDays: 1 } }), wanted(), {
      from: '2026-12-01',
      to: '2026-12-02',
    })
    expect(days.map(({ state }) => state)).toEqual(['open', 'off'])
  })

  // rule: visit-rules
  test('a day that has its visits or its hours is full', () => {
    const visits = [visit('2026-12-01T15:00:00Z', 1)]
    const of = (rules: object) => timesOf({ visits, rules, plan: everyDay('09:00', '14:00') })
    expect(of({ maxVisitsADay: 1 })).toBe('')
    expect(of({ maxVisitsADay: 2 })).toBe('10:00 10:30 11:00 11:30 12:00')
    expect(of({ maxHoursADay: 2 })).toBe('')
    expect(of({ maxHoursADay: 3 })).toBe('10:00 10:30 11:00 11:30 12:00')
  })

  // rule: time-exceptions
  test('off takes hours away, and extra hours add to what is left', () => {
    const date = { fromDate: '2026-12-01', toDate: '2026-12-01' }
    const off = { kind: 'off' as const, ...date, from: null, to: null }
    const extra = { kind: 'extra' as const, ...date, from: minutes('15:00'), to: minutes('17:30') }
    expect(
      timesOf(
        { exceptions: [{ ...off, from: minutes('10:30'), to: minutes('11:00') }] },
        { hours: 1 },
      ),
    ).toBe('09:00 09:30 11:00')
    expect(timesOf({ exceptions: [off] })).toBe('')
    expect(timesOf({ exceptions: [off, extra] })).toBe('15:00 15:30')
  })

  // rule: paused-clients
  test('a pause hides the days before its end, and a known client sees them', () => {
    const paused = { pausedUntil: '2026-12-02' }
    expect(timesOf(paused)).toBe('')
    expect(timesOf(paused, {}, '2026-12-02')).toBe('09:00 09:30 10:00')
    expect(timesOf(paused, { isKnown: true })).toBe('09:00 09:30 10:00')
  })

  // rule: free-days
  test('each day is open, full, off or not stated', () => {
    const stateOf = (facts: Parameters<typeof schedule>[0]) =>
      freeTimes(schedule(facts), wanted(), { from: '2026-12-01', to: '2026-12-01' })[0]?.state
    const off = {
      kind: 'off' as const,
      fromDate: '2026-12-01',
      toDate: '2026-12-01',
      from: null,
      to: null,
    }
    expect(stateOf({})).toBe('open')
    expect(stateOf({ visits: [visit('2026-12-01T16:00:00Z', 1)] })).toBe('full')
    expect(stateOf({ plan: [] })).toBe('off')
    expect(stateOf({ exceptions: [off] })).toBe('off')
    expect(stateOf({ pausedUntil: '2026-12-02' })).toBe('off')
    expect(stateOf({ plan: null })).toBe('not_stated')
    expect(stateOf({ plan: null, exceptions: [off] })).toBe('off')
    expect(stateOf({ plan: null, pausedUntil: '2026-12-02' })).toBe('off')
  })

  // rule: free-times
  test('the next free times are found up to the horizon', () => {
    const sundays = schedule({
      plan: [{ weekday: 7, from: minutes('09:00'), to: minutes('11:30') }],
    })
    const next = firstFreeTimes(sundays, wanted(), { from: '2026-12-01', count: 3 })
    expect(next.map(({ date, time }) => `${date} ${time}`)).toEqual([
      '2026-12-06 09:00',
      '2026-12-06 09:30',
      '2026-12-13 09:00',
    ])
    expect(firstFreeTimes(sundays, wanted(), { from: '2027-06-01', count: 3 })).toEqual([])
    expect(
      firstFreeTimes(schedule({ plan: null }), wanted(), { from: '2026-12-01', count: 1 }),
    ).toEqual([])
  })

  // rule: free-times
  test('a time that is not free has the reasons that apply', () => {
    const reasons = (facts: Parameters<typeof schedule>[0], time = '2026-12-01T15:00:00Z') =>
      checkTime(schedule(facts), wanted(), Date.parse(time))
    const off = {
      kind: 'off' as const,
      fromDate: '2026-12-01',
      toDate: '2026-12-01',
      from: null,
      to: null,
    }
    const busy = [
      { startsAt: Date.parse('2026-12-01T15:30:00Z'), endsAt: Date.parse('2026-12-01T16:00:00Z') },
    ]
    expect(reasons({})).toEqual({ isFree: true, outside: [] })
    expect(reasons({}, '2026-12-01T20:00:00Z').outside).toEqual(['hours'])
    expect(reasons({ exceptions: [off] }).outside).toEqual(['off'])
    expect(reasons({ busy }).outside).toEqual(['busy'])
    expect(reasons({ visits: [visit('2026-12-01T16:00:00Z', 1)] }).outside).toEqual(['overlap'])
    expect(
      reasons({ visits: [visit('2026-12-01T17:00:00Z', 1)], rules: { bufferMinutes: 15 } }).outside,
    ).toEqual(['gap'])
    expect(reasons({ rules: { noticeHours: 48 } }).outside).toEqual(['notice'])
    expect(reasons({}, '2027-06-01T14:00:00Z').outside).toEqual(['horizon'])
    expect(
      reasons({ visits: [visit('2026-12-01T18:00:00Z', 1)], rules: { maxVisitsADay: 1 } }).outside,
    ).toEqual(['day_full'])
    expect(reasons({}, '2026-12-01T15:10:00Z')).toEqual({ isFree: false, outside: [] })
  })
})

describe('zones and clock changes', () => {
  const sundayNight = (timeZone: string, date: string) => {
    const plan = [{ weekday: 7, from: 0, to: minutes('06:00') }]
    const facts = schedule({ plan, ownZone: timeZone, rules: { horizonDays: 365 } })
    return freeTimes(facts, wanted({ timeZone, hours: 1 }), { from: date, to: date })[0]!.slots
  }
  const startOf = (slots: ReturnType<typeof sundayNight>, time: string) =>
    new Date(slots.find((slot) => slot.time === time)?.startsAt ?? 0).toISOString()

  // rule: clock-changes
  test('a wall time that is skipped is not offered, and of an hour that comes twice the first pass is', () => {
    const march = sundayNight('America/New_York', '2027-03-14')
    expect(march.map(({ time }) => time).join(' ')).toBe(
      '00:00 00:30 01:00 01:30 03:00 03:30 04:00 04:30 05:00',
    )
    expect(startOf(march, '03:00')).toBe('2027-03-14T07:00:00.000Z')
    const november = sundayNight('America/New_York', '2027-11-07')
    expect(november).toHaveLength(11)
    expect(startOf(november, '01:30')).toBe('2027-11-07T05:30:00.000Z')
    expect(startOf(november, '02:00')).toBe('2027-11-07T07:00:00.000Z')
    expect(sundayNight('America/Phoenix', '2027-03-14')).toHaveLength(11)
    expect(sundayNight('America/Phoenix', '2027-11-07')).toHaveLength(11)
  })

  // rule: clock-changes
  test('the same wall time is another instant after a clock change, and none in a zone without one', () => {
    const nine = (timeZone: string, date: string) => {
      const facts = schedule({ ownZone: timeZone, rules: { horizonDays: 365 } })
      const [day] = freeTimes(facts, wanted({ timeZone }), { from: date, to: date })
      return new Date(day!.slots[0]!.startsAt).toISOString().slice(11, 16)
    }
    expect(nine('America/New_York', '2027-03-13')).toBe('14:00')
    expect(nine('America/New_York', '2027-03-14')).toBe('13:00')
    expect(nine('America/Phoenix', '2027-03-13')).toBe('16:00')
    expect(nine('America/Phoenix', '2027-03-14')).toBe('16:00')
  })

  // rule: clock-changes
  test('hours that begin in skipped time begin when the clock goes on', () => {
    const plan = [{ weekday: 7, from: minutes('02:30'), to: minutes('04:30') }]
    const facts = schedule({ plan, ownZone: 'America/New_York', rules: { horizonDays: 365 } })
    const home = wanted({ timeZone: 'America/New_York', hours: 1 })
    expect(times(freeTimes(facts, home, { from: '2027-03-14', to: '2027-03-14' })[0])).toBe(
      '03:00 03:30',
    )
  })

  // rule: clock-changes
  test('the plan is the professional’s wall time, and free times are the home’s', () => {
    expect(timesOf({ ownZone: 'America/New_York' })).toBe('08:00 08:30 09:00')
  })
})

const HALF_HOUR = 30 * 60_000

/** The free times again, instant by instant with Temporal, as one would read the rules aloud. */
function bruteForce(facts: Schedule, visitFacts: WantedVisit, date: string): string[] {
  const { rules, plan, pausedUntil, ownZone, visits, busy, exceptions } = facts
  const own = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(ownZone)
  const isWorkingAt = (wall: Temporal.PlainDateTime) => {
    const minute = wall.hour * 60 + wall.minute
    const day = wall.toPlainDate().toString()
    const hits = exceptions.filter(
      ({ fromDate, toDate, from, to }) =>
        fromDate <= day && day <= toDate && (from ?? 0) <= minute && minute < (to ?? 1440),
    )
    if (hits.some(({ kind }) => kind === 'extra')) return true
    if (hits.some(({ kind }) => kind === 'off')) return false
    return plan!.some(
      ({ weekday, from, to }) => weekday === wall.dayOfWeek && from <= minute && minute < to,
    )
  }
  const known = new Map<number, boolean>()
  const works = (instant: number) => {
    const answer = known.get(instant) ?? worksNow(instant)
    known.set(instant, answer)
    return answer
  }
  const worksNow = (instant: number) => {
    const now = own(instant)
    const wall = now.toPlainDateTime()
    const isSecondPass = wall.toZonedDateTime(ownZone).epochMilliseconds !== instant
    // The second pass of an hour belongs to whoever works until the end of that hour.
    return isWorkingAt(isSecondPass ? wall.with({ minute: 30 }) : wall)
  }
  const found: string[] = []
  for (let minute = 0; minute < 1440; minute += 30) {
    const wall = Temporal.PlainDateTime.from(date).add({ minutes: minute })
    const start = wall.toZonedDateTime(visitFacts.home.timeZone)
    if (!start.toPlainDateTime().equals(wall)) continue
    const startsAt = start.epochMilliseconds
    const endsAt = startsAt + visitFacts.hours * HOUR
    const cells = Array.from({ length: visitFacts.hours * 2 }, (_, n) => startsAt + n * HALF_HOUR)
    if (!cells.every(works)) continue
    if (busy.some((span) => span.endsAt > startsAt && span.startsAt < endsAt)) continue
    const ownDate = own(startsAt).toPlainDate()
    const sameDay = visits.filter((other) => own(other.startsAt).toPlainDate().equals(ownDate))
    const gap = (place = AUSTIN) => {
      const drive = visitFacts.drive === 'public' ? 30 : driveMinutes(visitFacts.home, place, 30)
      return Math.max(rules.bufferMinutes, rules.travel ? drive : 0) * 60_000
    }
    const isClear = visits.every(
      (other) =>
        startsAt - other.endsAt >= gap(other.place) || other.startsAt - endsAt >= gap(other.place),
    )
    if (!isClear) continue
    if (startsAt - visitFacts.now < rules.noticeHours * HOUR) continue
    const ownToday = own(visitFacts.now).toPlainDate()
    if (ownToday.until(ownDate, { largestUnit: 'days' }).days > rules.horizonDays) continue
    if (rules.maxVisitsADay !== null && sameDay.length >= rules.maxVisitsADay) continue
    const worked = sameDay.reduce((sum, other) => sum + (other.endsAt - other.startsAt) / HOUR, 0)
    if (rules.maxHoursADay !== null && worked + visitFacts.hours > rules.maxHoursADay) continue
    if (pausedUntil && !visitFacts.isKnown && ownDate.toString() < pausedUntil) continue
    found.push(`${wall.toString()} ${startsAt}`)
  }
  return found
}

// rule: free-times
test(
  'the free times of 200 random plans are those that brute force finds',
  { timeout: 60_000 },
  () => {
    const half = (max: number) => fc.integer({ min: 0, max }).map((n) => n * 30)
    const interval = fc.tuple(half(46), fc.integer({ min: 2, max: 24 })).map(([from, length]) => ({
      from,
      to: Math.min(1440, from + length * 30),
    }))
    const first = fc.constantFrom('2026-10-31', '2026-12-06', '2027-03-13', '2027-11-06')
    const facts = first.chain((from) => {
      const start = Date.parse(`${from}T00:00:00Z`)
      const dates = [-1, 0, 1, 2, 3].map((n) =>
        new Date(start + n * 24 * HOUR).toISOString().slice(0, 10),
      )
      const date = fc.constantFrom(...dates)
      const instant = fc.integer({ min: -12, max: 4 * 24 }).map((n) => start + n * HOUR)
      const place = fc.constantFrom(AUSTIN, EAST_AUSTIN, CEDAR_PARK)
      return fc.record({
        from: fc.constant(from),
        dates: fc.constant(dates.slice(1, 4)),
        plan: fc.array(
          fc
            .tuple(fc.integer({ min: 1, max: 7 }), interval)
            .map(([weekday, hours]) => ({ weekday, ...hours })),
          { maxLength: 12 },
        ),
        exceptions: fc.array(
          fc
            .tuple(
              fc.constantFrom('off' as const, 'extra' as const),
              date,
              date,
              interval,
              fc.boolean(),
            )
            .map(([kind, one, other, hours, isWholeDay]) => ({
              kind,
              fromDate: one < other ? one : other,
              toDate: one < other ? other : one,
              ...(kind === 'off' && isWholeDay ? { from: null, to: null } : hours),
            })),
          { maxLength: 3 },
        ),
        busy: fc.array(
          fc.tuple(instant, fc.integer({ min: 1, max: 300 })).map(([startsAt, length]) => ({
            startsAt,
            endsAt: startsAt + length * 60_000,
          })),
          { maxLength: 4 },
        ),
        visits: fc.array(
          fc.tuple(instant, fc.constantFrom(1, 2, 8), place).map(([startsAt, hours, at]) => ({
            startsAt,
            endsAt: startsAt + hours * HOUR,
            place: at,
          })),
          { maxLength: 4 },
        ),
        rules: fc.record({
          bufferMinutes: fc.constantFrom(0, 15, 60, 240),
          travel: fc.boolean(),
          noticeHours: fc.constantFrom(0, 5, 30),
          horizonDays: fc.constantFrom(1, 2, 60),
          maxVisitsADay: fc.constantFrom(null, 1, 2),
          maxHoursADay: fc.constantFrom(null, 2, 8),
        }),
        pausedUntil: fc.option(date),
        ownZone: fc.constantFrom(...ZONES),
        homeZone: fc.constantFrom(...ZONES),
        hours: fc.constantFrom(1, 2, 3, 8),
        isKnown: fc.boolean(),
        drive: fc.constantFrom('by_zip' as const, 'public' as const),
        now: fc.integer({ min: -24 * 60, max: 6 * 60 }).map((n) => start + n * 60_000),
      })
    })
    fc.assert(
      fc.property(facts, ({ from, dates, homeZone, hours, isKnown, drive, now, ...rest }) => {
        const visitFacts = wanted({ timeZone: homeZone, hours, isKnown, drive, now })
        const days = freeTimes(rest, visitFacts, { from, to: dates.at(-1)! })
        const found = days.flatMap(({ slots }) =>
          slots.map(({ date, time, startsAt }) => `${date}T${time}:00 ${startsAt}`),
        )
        expect(found).toEqual(dates.flatMap((date) => bruteForce(rest, visitFacts, date)))
      }),
      { numRuns: 200 },
    )
  },
)

// rule: free-times
test('31 days with 200 visits and 1,000 busy times take less than 15 milliseconds', () => {
  const start = Date.parse('2026-12-01T00:00:00Z')
  const visits = Array.from({ length: 200 }, (_, n) =>
    visit(new Date(start + n * 4 * HOUR).toISOString(), 1),
  )
  const busy = Array.from({ length: 1000 }, (_, n) => ({
    startsAt: start + n * 0.7 * HOUR,
    endsAt: start + (n * 0.7 + 0.1) * HOUR,
  }))
  const facts = schedule({
    visits,
    busy,
    plan: everyDay('06:00', '22:00'),
    rules: { travel: true },
  })
  const runs = Array.from({ length: 20 }, () => {
    const began = performance.now()
    freeTimes(facts, wanted(), { from: '2026-12-01', to: '2026-12-31' })
    return performance.now() - began
  })
  expect(Math.min(...runs)).toBeLessThan(15)
})

// rule: free-times, time-exceptions
test.each(['off', 'extra'] as const)(
  'a year without a free time and with 200 exceptions (%s) a day takes less than 30 milliseconds',
  (kind) => {
    const exceptions = Array.from({ length: 200 }, (_, n) => {
      const from = (n % 24) * 60
      return { kind, fromDate: '2026-11-30', toDate: '2027-11-30', from, to: from + 30 }
    })
    const facts = schedule({ exceptions, rules: { horizonDays: 365 } })
    const runs = Array.from({ length: 10 }, () => {
      const began = performance.now()
      expect(firstFreeTimes(facts, wanted({ hours: 4 }), { from: '2026-12-01', count: 1 })).toEqual(
        [],
      )
      return performance.now() - began
    })
    expect(Math.min(...runs)).toBeLessThan(30)
  },
)
