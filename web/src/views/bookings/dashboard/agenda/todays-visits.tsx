import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { BookingsList } from './bookings-list.tsx'

/** The accepted visits of today, the next one first. Absent on a day without one. rule: dashboard-layout */
export function TodaysVisits({ visits }: { visits: ProfessionalBooking[] }) {
  const { t } = useTranslation('dashboard')
  if (visits.length === 0) return null
  return (
    <section aria-labelledby="today" className="card px-4 pt-4 md:px-5 md:pt-5">
      <h2 id="today" className="text-xl">
        {t('today.title')}
      </h2>
      <BookingsList bookings={visits} none={null} />
    </section>
  )
}
