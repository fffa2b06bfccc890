import type { Series, SeriesVisit } from '#contract/bookings/series.ts'
import { isLateNow } from '../one/late.tsx'

/** A visit as its cancelling is checked. One that an earlier version stored has no notice. */
export function cancellable({ status, starts_at, notice_hours }: SeriesVisit) {
  return {
    status: status === 'accepted' ? ('accepted' as const) : ('pending' as const),
    starts_at,
    notice_hours: notice_hours ?? 0,
  }
}

/**
 * The visits that would be cancelled late now. None is missing: the longest notice is 14 days, and a series shows its
 * next 8 dates. rule: cancellation
 */
export function lateVisits({ visits }: Pick<Series, 'visits'>): SeriesVisit[] {
  return visits.filter((visit) => visit.may.includes('skip') && isLateNow(cancellable(visit)))
}
