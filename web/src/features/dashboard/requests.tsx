import { useRef } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ProfessionalBooking } from '#contract/bookings.ts'
import { RequestCard } from './request-card.tsx'

/** Everything that waits for her answer, the soonest visit first. */
export function Requests({ bookings }: { bookings: ProfessionalBooking[] }) {
  const { t } = useTranslation('dashboard')
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {bookings.length === 0
          ? t('requests.none')
          : t('requests.title', { count: bookings.length })}
      </h2>
      {bookings.length === 0 ? (
        <p className="card p-5 text-soft">{t('requests.none_help')}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          {bookings.map((booking) => (
            <li key={booking.id}>
              {/* The card is gone then, and the focus with it. */}
              <RequestCard booking={booking} onAnswered={() => heading.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
