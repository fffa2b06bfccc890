import { describe, expect, test } from 'vitest'
import {
  AUSTIN,
  EAST_AUSTIN,
  CEDAR_PARK,
  schedule,
  wanted,
  everyDay,
  minutes,
  visit,
} from '#server/test/builders/schedules.ts'
import { checkTime, driveMinutes, firstFreeTimes, freeTimes, tooLong } from './free-times.ts'
import type { FreeDay } from './free-times.ts'

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

  // rule: visit-rules
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

  // rule: visit-rules
  test('a completed visit takes no time, and counts for its day', () => {
    const visits = [{ ...visit('2026-12-01T15:00:00Z', 2), isOver: true }]
    const of = (rules: object) => timesOf({ visits, rules, plan: everyDay('09:00', '12:00') })
    expect(of({ bufferMinutes: 60 })).toBe('09:00 09:30 10:00')
    expect(of({ maxVisitsADay: 1 })).toBe('')
  })

  // rule: working-hours
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

  // rule: slot-picker
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
    expect(stateOf({ visits: [visit('2026-12-01T15:00:00Z', 3)] })).toBe('full')
    expect(stateOf({ plan: [] })).toBe('off')
    expect(stateOf({ exceptions: [off] })).toBe('off')
    expect(stateOf({ pausedUntil: '2026-12-02' })).toBe('off')
    expect(stateOf({ plan: null })).toBe('not_stated')
    expect(stateOf({ plan: null, exceptions: [off] })).toBe('off')
    expect(stateOf({ plan: null, pausedUntil: '2026-12-02' })).toBe('off')
  })

  // rule: slot-picker
  test('a day whose hours are too short for the visit, or too soon, is not called full', () => {
    const days = (facts: Parameters<typeof schedule>[0], hours: number) =>
      freeTimes(schedule(facts), wanted({ hours }), { from: '2026-12-01', to: '2026-12-01' })
    const stateOf = (...parameters: Parameters<typeof days>) => days(...parameters)[0]?.state
    const twoStretches = [...everyDay('08:00', '12:00'), ...everyDay('13:00', '17:00')]
    expect(stateOf({ plan: twoStretches }, 6)).toBe('short')
    expect(stateOf({ plan: twoStretches }, 4)).toBe('open')
    // A visit there does not change that the hours are too short.
    expect(stateOf({ plan: twoStretches, visits: [visit('2026-12-01T15:00:00Z', 2)] }, 6)).toBe(
      'short',
    )
    expect(stateOf({ plan: everyDay('08:00', '17:00'), rules: { maxHoursADay: 4 } }, 6)).toBe(
      'short',
    )
    expect(stateOf({ rules: { noticeHours: 336 } }, 2)).toBe('soon')
  })

  // rule: slot-picker
  test('a day that has room for a shorter visit is not called full, and one that has none is', () => {
    const stateOf = (hours: number, minHours?: number) => {
      const visits = [visit('2026-12-01T14:00:00Z', 2)]
      const taken = schedule({ plan: everyDay('08:00', '12:00'), visits })
      const long = { ...wanted({ hours }), minHours }
      return freeTimes(taken, long, { from: '2026-12-01', to: '2026-12-01' })[0]?.state
    }
    expect(stateOf(2)).toBe('open')
    expect(stateOf(3)).toBe('short')
    expect(stateOf(3, 2)).toBe('short')
    expect(stateOf(3, 3)).toBe('full')
    expect(stateOf(4, 3)).toBe('full')
  })

  // rule: slot-picker
  test('a visit that is longer than any stretch or any day is told from one whose days are taken', () => {
    const longFor = (facts: Parameters<typeof schedule>[0], hours = 6) =>
      tooLong(schedule(facts), wanted({ hours }), '2026-12-01')
    const plan = everyDay('09:00', '13:00')
    expect(longFor({ plan })).toBe('stretch')
    expect(longFor({ plan }, 4)).toBeUndefined()
    expect(longFor({ plan: everyDay('08:00', '18:00'), rules: { maxHoursADay: 4 } })).toBe('day')
    const extra = { kind: 'extra' as const, from: minutes('08:00'), to: minutes('18:00') }
    const later = { ...extra, fromDate: '2026-12-20', toDate: '2026-12-20' }
    expect(longFor({ plan, exceptions: [later] })).toBeUndefined()
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
  test('the first free times are those of all days, also of hours over midnight and in a year', () => {
    const facts = schedule({
      plan: [...everyDay('00:00', '02:30'), ...everyDay('20:00', '24:00')],
      ownZone: 'America/New_York',
      busy: [visit('2026-12-09T03:00Z', 3), visit('2026-12-26T01:00Z', 5)],
      rules: { horizonDays: 365 },
    })
    const days = freeTimes(facts, wanted({ hours: 6 }), { from: '2026-12-01', to: '2027-11-30' })
    const all = days.flatMap(({ slots }) => slots)
    const first = firstFreeTimes(facts, wanted({ hours: 6 }), { from: '2026-12-01', count: 2000 })
    expect(first.length).toBeGreaterThan(300)
    expect(first).toEqual(all)
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

  // rule: free-times
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

  // rule: free-times
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

  // rule: free-times
  test('hours that begin in skipped time begin when the clock goes on', () => {
    const plan = [{ weekday: 7, from: minutes('02:30'), to: minutes('04:30') }]
    const facts = schedule({ plan, ownZone: 'America/New_York', rules: { horizonDays: 365 } })
    const home = wanted({ timeZone: 'America/New_York', hours: 1 })
    expect(times(freeTimes(facts, home, { from: '2027-03-14', to: '2027-03-14' })[0])).toBe(
      '03:00 03:30',
    )
  })

  // rule: free-times
  test('the plan is the professional’s wall time, and free times are the home’s', () => {
    expect(timesOf({ ownZone: 'America/New_York' })).toBe('08:00 08:30 09:00')
  })
})
