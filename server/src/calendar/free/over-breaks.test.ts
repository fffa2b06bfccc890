import { describe, expect, test } from 'vitest'
import { minutes, schedule, visit, wanted } from '#server/test/builders/schedules.ts'
import { checkTime, freeTimes, tooLong } from './free-times.ts'

/** December 1, 2026 is a Tuesday. */
const DATE = '2026-12-01'
const tuesday = (...hours: [from: string, to: string][]) =>
  hours.map(([from, to]) => ({ weekday: 2, from: minutes(from), to: minutes(to) }))
const LUNCH = tuesday(['08:00', '12:00'], ['13:00', '17:00'])
const onDate = (kind: 'off' | 'extra', from: string, to: string) => ({
  kind,
  fromDate: DATE,
  toDate: DATE,
  from: minutes(from),
  to: minutes(to),
})

function timesOf(hours: number, facts: Parameters<typeof schedule>[0] = {}) {
  const all = schedule({ plan: LUNCH, ...facts, rules: { overBreaks: true, ...facts.rules } })
  const [day] = freeTimes(all, wanted({ hours }), { from: DATE, to: DATE })
  return day!.slots.map(({ time }) => time).join(' ') || day!.state
}

// rule: free-times
describe('visits over breaks', () => {
  test('a visit longer than each stretch begins in one and ends in another, if the switch is on', () => {
    expect(timesOf(8)).toBe('08:00 08:30 09:00')
    expect(timesOf(6)).toBe('08:00 08:30 09:00 09:30 10:00 10:30 11:00')
    expect(timesOf(8, { rules: { overBreaks: false } })).toBe('short')
  })

  test('a visit that fits into a stretch leaves the breaks of the day alone', () => {
    expect(timesOf(4)).toBe('08:00 13:00')
    expect(timesOf(3)).toBe('08:00 08:30 09:00 13:00 13:30 14:00')
    // After midnight the second stretch goes on.
    const plan = [
      ...tuesday(['20:00', '22:00'], ['23:00', '24:00']),
      { weekday: 3, from: 0, to: minutes('02:00') },
    ]
    expect(timesOf(3, { plan })).toBe('23:00')
    expect(timesOf(4, { plan })).toBe('20:00 20:30 21:00 21:30')
  })

  test('a break has at most two hours, and lies within one day', () => {
    const twoHours = tuesday(['08:00', '11:00'], ['13:00', '17:00'])
    expect(timesOf(8, { plan: twoHours })).toBe('08:00 08:30 09:00')
    const longer = tuesday(['08:00', '11:00'], ['13:30', '17:00'])
    expect(timesOf(8, { plan: longer })).toBe('short')
    const overMidnight = [
      ...tuesday(['20:00', '23:30']),
      { weekday: 3, from: minutes('00:30'), to: minutes('04:00') },
    ]
    expect(timesOf(6, { plan: overMidnight })).toBe('short')
  })

  test('a visit may run over several breaks', () => {
    const plan = tuesday(['08:00', '10:00'], ['11:00', '13:00'], ['14:00', '17:00'])
    expect(timesOf(8, { plan })).toBe('08:00 08:30 09:00')
    expect(timesOf(3, { plan })).toBe('14:00')
  })

  test('extra hours make a break, and time off makes none', () => {
    const extra = [onDate('extra', '18:00', '20:00')]
    expect(timesOf(8, { plan: tuesday(['10:00', '17:00']), exceptions: extra })).toBe(
      '10:30 11:00 11:30 12:00',
    )
    const plan = tuesday(['08:00', '17:00'])
    expect(timesOf(8, { plan, exceptions: [onDate('off', '12:00', '13:00')] })).toBe('short')
    expect(timesOf(8, { exceptions: [onDate('off', '12:30', '13:30')] })).toBe('short')
  })

  test('visits, busy times and the limits of a day count over a break too', () => {
    const busy = [
      { startsAt: Date.parse(`${DATE}T18:15:00Z`), endsAt: Date.parse(`${DATE}T18:30:00Z`) },
    ]
    expect(timesOf(6, { busy })).toBe('short')
    expect(timesOf(6, { visits: [visit(`${DATE}T14:00:00Z`, 1)] })).toBe(
      '09:00 09:30 10:00 10:30 11:00',
    )
    expect(timesOf(6, { rules: { maxHoursADay: 4 } })).toBe('short')
    expect(timesOf(6, { rules: { noticeHours: 48 } })).toBe('soon')
  })

  // rule: outside-hours
  test('why such a time is not free names what is in its way, and the hours only without the switch', () => {
    const busy = [
      { startsAt: Date.parse(`${DATE}T18:15:00Z`), endsAt: Date.parse(`${DATE}T18:30:00Z`) },
    ]
    const reasons = (facts: Parameters<typeof schedule>[0]) =>
      checkTime(
        schedule({ plan: LUNCH, rules: { overBreaks: true }, ...facts }),
        wanted({ hours: 8 }),
        Date.parse(`${DATE}T14:00:00Z`),
      ).outside
    expect(reasons({ busy })).toEqual(['busy'])
    expect(reasons({ exceptions: [onDate('off', '12:30', '13:30')] })).toEqual(['off'])
    expect(reasons({ rules: { overBreaks: false } })).toEqual(['hours'])
  })

  // rule: slot-picker
  test('a visit that runs over a break is not said to be too long', () => {
    const isTooLong = (overBreaks: boolean) =>
      tooLong(schedule({ plan: LUNCH, rules: { overBreaks } }), wanted({ hours: 8 }), DATE)
    expect([isTooLong(true), isTooLong(false)]).toEqual([undefined, 'stretch'])
  })
})
