import { useState } from 'react'
import type { Series } from '#contract/bookings/series.ts'
import { LateNote } from '../one/late.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { lateVisits } from './late-visits.ts'

type LateNotesProps = {
  all: readonly Series[]
  /** Whether a visit on this day would be cancelled: of one that was moved, the day on which it is now. */
  ends: (day: string) => boolean
}

/**
 * Names each visit that would count as a late cancellation. It stays while the command runs. rule: cancellation
 */
export function LateNotes({ all, ends }: LateNotesProps) {
  const format = useFormat()
  const [late] = useState(() =>
    all.flatMap(({ id, time_zone, visits }) =>
      lateVisits({ visits }).map((visit) => ({ ...visit, id, time_zone })),
    ),
  )
  return late
    .filter(({ booking_date }) => ends(booking_date))
    .map(({ id, date, starts_at, time_zone, notice_hours }) => (
      <LateNote key={id + date} hours={notice_hours ?? 0}>
        <strong className="block font-semibold first-letter:uppercase">
          {format.visit(starts_at, time_zone)}
        </strong>
      </LateNote>
    ))
}
