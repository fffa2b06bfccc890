// rule: booking-lists
import { expect, test } from 'vitest'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { groupVisits, isSeries } from './group-visits.ts'

const NOW = Date.parse('2026-11-30T12:00:00Z')

const visit = (id: string, day: string, more: Partial<ClientBooking> = {}) =>
  ({
    id,
    starts_at: `${day}T15:00:00Z`,
    booking_date: day,
    series: null,
    proposal: null,
    may_answer_hours: false,
    ...more,
  }) as ClientBooking

const weekly = (id: string, day: string, date = day) =>
  visit(id, day, { series: { id: 'tuesdays', date } as ClientBooking['series'] })

const ids = (bookings: readonly ClientBooking[]) => bookings.map(({ id }) => id)

test('what waits for the client comes first, then the next seven days, then the rest', () => {
  const proposal = { may: ['accepted', 'declined'] } as ClientBooking['proposal']
  const own = { may: ['withdrawn'] } as ClientBooking['proposal']
  const { answer, soon, later } = groupVisits(
    [
      visit('tomorrow', '2026-12-01'),
      visit('asked', '2026-12-20', { proposal }),
      visit('hours', '2026-11-29', { may_answer_hours: true }),
      visit('own', '2026-12-21', { proposal: own }),
    ],
    NOW,
  )
  expect(ids(answer)).toEqual(['asked', 'hours'])
  expect(ids(soon)).toEqual(['tomorrow'])
  expect(later).toMatchObject([{ id: 'own' }])
})

test('later regular visits are one entry, and the one of this week has its own row', () => {
  const { soon, later } = groupVisits(
    [
      weekly('first', '2026-12-01'),
      weekly('moved', '2026-12-09', '2026-12-08'),
      visit('other', '2026-12-10'),
      weekly('third', '2026-12-15'),
    ],
    NOW,
  )
  expect(ids(soon)).toEqual(['first'])
  expect(later).toHaveLength(2)
  const [entry] = later
  expect(entry && isSeries(entry) && ids(entry.visits)).toEqual(['moved', 'third'])
  expect(entry && isSeries(entry) && entry.regular.id).toBe('third')
})

test('a single later visit of a series is a row of its own', () => {
  expect(groupVisits([weekly('only', '2026-12-22')], NOW).later).toMatchObject([{ id: 'only' }])
})
