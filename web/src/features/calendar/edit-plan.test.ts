// rule: working-hours
import { expect, test } from 'vitest'
import { addedInterval, copiedToWeekdays, firstWorkingDay } from './edit-plan.ts'

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

test('added hours follow the last ones after an hour, end at midnight, and are at most six', () => {
  expect(addedInterval(1, [])).toEqual(interval(1, '09:00', '17:00'))
  expect(addedInterval(1, [interval(1, '08:00', '12:00')])).toEqual(interval(1, '13:00', '17:00'))
  expect(addedInterval(1, [interval(1, '08:00', '22:30')])).toEqual(interval(1, '23:30', '24:00'))
  expect(addedInterval(1, [interval(1, '08:00', '23:00')])).toBeUndefined()
  const six = ['00', '01', '02', '03', '04', '05'].map((hour) =>
    interval(1, `${hour}:00`, `${hour}:30`),
  )
  expect(addedInterval(1, six)).toBeUndefined()
})
