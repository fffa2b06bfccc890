import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { firstNameOf } from '#contract/people/display-name.ts'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { todayIn } from '#web/i18n/today-in.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { NoBreakText } from '#web/ui/no-break-text.tsx'
import { QueryState, SavedAt } from '#web/ui/states/query-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { clientBookingsBetweenQuery, nextBookingsQuery } from './bookings.api.ts'
import { clientCalendarAddress } from './booking-address.ts'
import { VisitRows } from './visit-row.tsx'
import { MonthCalendar } from '../times/month-calendar.tsx'
import { weeksOfMonth } from '../times/month.ts'

type ClientCalendarProps = {
  clientId: string
  day: string | undefined
  /** Whether the server cannot be reached. */
  isOffline: boolean
}

/**
 * A client's visits in a month, and below it those of the chosen day. It opens on the day of the next visit.
 * rule: booking-lists
 */
export function ClientCalendar(props: ClientCalendarProps) {
  const { day, clientId } = props
  const next = useQuery({ ...nextBookingsQuery(useApi(), clientId, 1), enabled: !day })
  if (!day && next.isPending) return <RowsSkeleton count={5} />
  return <Calendar {...props} day={day ?? next.data?.[0]?.booking_date} />
}

function Calendar({ clientId, day, isOffline }: ClientCalendarProps) {
  const { t } = useTranslation('bookings')
  const chosen = day ?? todayIn(browserTimeZone())
  const dates = weeksOfMonth(chosen).flat()
  const query = useQuery({
    ...clientBookingsBetweenQuery(useApi(), clientId, dates[0]!, dates.at(-1)!),
    // The month before stays while the next one loads.
    placeholderData: keepPreviousData,
  })
  return (
    <QueryState
      query={query}
      failed={t('mine.calendar_failed')}
      pending={<RowsSkeleton count={5} />}
    >
      {(bookings) => (
        <>
          <SavedAt readAt={query.dataUpdatedAt} error={query.error} isOffline={isOffline} />
          <Month bookings={bookings.filter(isPlanned)} day={chosen} />
        </>
      )}
    </QueryState>
  )
}

const isPlanned = ({ status }: ClientBooking) => status !== 'declined' && status !== 'cancelled'

function Month({ bookings, day }: { bookings: readonly ClientBooking[]; day: string }) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const [, navigate] = useLocation()
  const byDay = Map.groupBy(
    bookings.toSorted((one, other) => one.starts_at.localeCompare(other.starts_at)),
    ({ booking_date }) => booking_date,
  )
  const nameOf = ({ professional }: ClientBooking) => firstNameOf(professional.full_name)
  const names = new Map([...byDay].map(([date, ofDay]) => [date, ofDay.map(nameOf)]))
  const ofDay = byDay.get(day) ?? []
  return (
    <div className="flex flex-col gap-6">
      <MonthCalendar
        names={names}
        day={day}
        heading="h2"
        onDay={(chosen) => navigate(clientCalendarAddress(chosen), { replace: true })}
      />
      <section aria-labelledby="chosen-day" className="flex flex-col gap-4">
        <h2 id="chosen-day" className="text-lg first-letter:uppercase">
          <NoBreakText>{format.day(day)}</NoBreakText>
        </h2>
        {ofDay.length === 0 ? (
          <p className="text-soft">{t('month.none')}</p>
        ) : (
          <VisitRows entries={ofDay} />
        )}
      </section>
    </div>
  )
}
