import type { SeriesRequest } from '#contract/bookings/bookings.ts'
import type { PreviewedVisit } from '#contract/bookings/series.ts'

export type SeriesChoice = NonNullable<SeriesRequest['choices']>[number]

/**
 * The choices that count for these visits, and the visits that still need one: those that do not fit. A move counts
 * while its time is offered, and the first visit cannot be skipped. rule: series-request
 */
export function settleVisits(
  visits: readonly PreviewedVisit[],
  chosen: readonly SeriesChoice[],
): { choices: SeriesChoice[]; undecided: PreviewedVisit[] } {
  const counts = (visit: PreviewedVisit, choice: SeriesChoice) =>
    choice.date === visit.date &&
    (choice.action === 'skip'
      ? visit !== visits[0]
      : visit.alternatives.some(
          (one) =>
            one.booking_date === choice.booking_date && one.booking_time === choice.booking_time,
        ))
  const conflicts = visits.filter(({ state }) => state === 'conflict')
  return {
    choices: conflicts.flatMap((visit) => chosen.find((one) => counts(visit, one)) ?? []),
    undecided: conflicts.filter((visit) => !chosen.some((one) => counts(visit, one))),
  }
}
