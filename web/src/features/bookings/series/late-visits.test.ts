// rule: cancellation
import { afterEach, expect, test, vi } from 'vitest'
import type { SeriesVisit } from '#contract/bookings/series.ts'
import { lateVisits } from './late-visits.ts'

afterEach(() => vi.useRealTimers())

test('of regular visits those are late that are booked, can be skipped, and begin within the notice', () => {
  vi.useFakeTimers({ now: new Date('2027-03-01T10:00:00Z') })
  const visit = (starts_at: string, other: Partial<SeriesVisit> = {}) =>
    ({ starts_at, status: 'accepted', notice_hours: 24, may: ['skip'], ...other }) as SeriesVisit
  const late = visit('2027-03-02T09:59:00Z')
  const visits = [
    late,
    visit('2027-03-02T10:00:00Z'),
    visit('2027-03-01T12:00:00Z', { status: 'planned', notice_hours: null }),
    visit('2027-03-01T12:00:00Z', { may: [] }),
    // Stored by an earlier version for offline reading.
    visit('2027-03-01T12:00:00Z', { notice_hours: undefined as unknown as null }),
  ]
  expect(lateVisits({ visits })).toEqual([late])
})
