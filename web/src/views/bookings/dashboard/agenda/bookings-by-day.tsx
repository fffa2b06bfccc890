import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { useFormat } from '#web/i18n/format.ts'
import { NoBreakText } from '#web/ui/no-break-text.tsx'
import { MonthCalendar } from '#web/features/bookings/times/month-calendar.tsx'
import { BookingsList } from './bookings-list.tsx'
import { clientName } from '#web/features/bookings/one/client-contact.tsx'

type BookingsByDayProps = {
  bookings: readonly ProfessionalBooking[]
  day: string | undefined
  onDay: (day: string) => void
}

/** A month, and below it the bookings of the chosen day. It opens on the day of the next visit. rule: booking-lists */
export function BookingsByDay({ bookings, day, onDay }: BookingsByDayProps) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const [now] = useState(() => new Date())
  const byDay = Map.groupBy(
    bookings.toSorted((one, other) => one.starts_at.localeCompare(other.starts_at)),
    ({ preferred_date }) => preferred_date,
  )
  const names = new Map([...byDay].map(([date, ofDay]) => [date, ofDay.map(clientName)]))
  const shown = day ?? dayOfNextVisit(bookings, now)
  return (
    <div className="flex flex-col gap-5">
      <MonthCalendar names={names} day={shown} onDay={onDay} />
      <section aria-labelledby="chosen-day">
        <h3 id="chosen-day" className="text-lg first-letter:uppercase">
          <NoBreakText>{format.day(shown)}</NoBreakText>
        </h3>
        <BookingsList
          bookings={byDay.get(shown) ?? []}
          none={<p className="mt-3 text-soft">{t('month.none')}</p>}
        />
      </section>
    </div>
  )
}

function dayOfNextVisit(bookings: readonly ProfessionalBooking[], now: Date): string {
  const days = bookings
    .filter(
      ({ status, ends_at }) => ['pending', 'accepted'].includes(status) && new Date(ends_at) > now,
    )
    .map(({ preferred_date }) => preferred_date)
  return (
    days.toSorted((one, other) => one.localeCompare(other))[0] ?? now.toISOString().slice(0, 10)
  )
}
