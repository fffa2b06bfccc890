import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfessionalBooking } from '#contract/bookings.ts'
import { Button } from '../../ui/button.tsx'
import { AllBookings } from './all-bookings.tsx'
import { BookingRow } from './booking-row.tsx'

/** The latest bookings that wait for nothing, and the way to all of them. */
export function RecentBookings({
  bookings,
  professionalId,
}: {
  bookings: ProfessionalBooking[]
  professionalId: string
}) {
  const { t } = useTranslation('dashboard')
  const [open, setOpen] = useState(false)
  return (
    <section className="card p-4 md:p-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{t('recent.title')}</h2>
        <Button look="quiet" size="small" className="min-h-11" onClick={() => setOpen(true)}>
          {t('all.title')}
        </Button>
      </header>
      {bookings.length === 0 ? (
        <p className="mt-3 text-soft">{t('recent.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {bookings.map((booking) => (
            <li key={booking.id}>
              <BookingRow booking={booking} />
            </li>
          ))}
        </ul>
      )}
      {open && <AllBookings professionalId={professionalId} onClose={() => setOpen(false)} />}
    </section>
  )
}
