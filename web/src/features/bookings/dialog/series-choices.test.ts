// rule: series-request
import { expect, test } from 'vitest'
import type { PreviewedVisit } from '#contract/bookings/series.ts'
import { settleVisits } from './series-choices.ts'

const visit = (day: number, change: Partial<PreviewedVisit> = {}): PreviewedVisit => ({
  date: `2026-12-0${day}`,
  booking_time: '09:00',
  starts_at: `2026-12-0${day}T15:00:00.000Z`,
  state: 'free',
  why: null,
  alternatives: [],
  ...change,
})
const later = { booking_date: '2026-12-09', booking_time: '11:00', starts_at: '' }
const conflict = (day: number) =>
  visit(day, { state: 'conflict', why: 'taken', alternatives: [later] })
const skip = (day: number) => ({ date: `2026-12-0${day}`, action: 'skip' as const })
const move = (day: number, booking_time: string) => ({
  ...later,
  date: `2026-12-0${day}`,
  action: 'move' as const,
  booking_time,
})

test('each visit that does not fit needs a choice, the others none', () => {
  const visits = [visit(1), conflict(8), visit(2, { state: 'request' })]
  expect(settleVisits(visits, [])).toEqual({ choices: [], undecided: [visits[1]] })
  expect(settleVisits(visits, [skip(8), skip(1)])).toEqual({ choices: [skip(8)], undecided: [] })
})

test('a move counts only while its time is offered', () => {
  const visits = [visit(1), conflict(8)]
  expect(settleVisits(visits, [move(8, '11:00')]).undecided).toEqual([])
  const lost = settleVisits(visits, [move(8, '10:00')])
  expect(lost).toEqual({ choices: [], undecided: [visits[1]] })
})

test('the first visit can be moved and not skipped', () => {
  const visits = [conflict(1), visit(8)]
  expect(settleVisits(visits, [skip(1)]).undecided).toEqual([visits[0]])
  expect(settleVisits(visits, [move(1, '11:00')]).undecided).toEqual([])
})
