// rule: working-hours
import { expect, test } from 'vitest'
import { choicesOf, copiedToWeekdays, firstWorkingDay, startingAt, withBreak } from './edit-plan.ts'

const interval = (weekday: number, from: string, to: string) => ({ weekday, from, to })

test('copying a day gives Monday to Friday its hours, and leaves the weekend', () => {
  const saturday = interval(6, '10:00', '12:00')
  const plan = [saturday, interval(4, '07:00', '08:00'), interval(2, '09:00', '12:00')]
  expect(firstWorkingDay(plan)).toBe(2)
  expect(copiedToWeekdays(plan, 2)).toEqual([
    ...[1, 2, 3, 4, 5].map((weekday) => interval(weekday, '09:00', '12:00')),
    saturday,
  ])
  expect(firstWorkingDay([])).toBeUndefined()
})

test('a break of an hour parts the last hours of a day in the middle, up to six stretches', () => {
  const day = [interval(1, '08:00', '17:00')]
  const parted = [interval(1, '08:00', '12:00'), interval(1, '13:00', '17:00')]
  expect(withBreak(day)).toEqual(parted)
  expect(withBreak(parted)?.slice(1)).toEqual([
    interval(1, '13:00', '14:30'),
    interval(1, '15:30', '17:00'),
  ])
  expect(withBreak([interval(1, '08:00', '10:00')])).toEqual([
    interval(1, '08:00', '08:30'),
    interval(1, '09:30', '10:00'),
  ])
  expect(withBreak([interval(1, '08:00', '09:30')])).toBeUndefined()
  expect(withBreak([])).toBeUndefined()
  const six = ['00', '03', '06', '09', '12', '15'].map((hour) =>
    interval(1, `${hour}:00`, `${hour}:30`),
  )
  expect(withBreak(six.with(5, interval(1, '15:00', '23:00')))).toBeUndefined()
})

test('hours of a day can neither overlap nor end before they begin', () => {
  const day = [
    interval(1, '08:00', '12:00'),
    interval(1, '13:00', '15:00'),
    interval(1, '16:00', '24:00'),
  ]
  const { starts, ends } = choicesOf(day, 1)
  expect([starts[0], starts.at(-1)]).toEqual(['12:00', '15:30'])
  expect([ends[0], ends.at(-1)]).toEqual(['13:30', '16:00'])
  expect(choicesOf(day, 2).ends.at(-1)).toBe('24:00')
  expect(startingAt(day, 1, '14:30')).toEqual(interval(1, '14:30', '15:00'))
  expect(startingAt(day, 1, '15:30')).toEqual(interval(1, '15:30', '16:00'))
  expect(startingAt([interval(1, '08:00', '12:00')], 0, '13:00')).toEqual(
    interval(1, '13:00', '17:00'),
  )
})
