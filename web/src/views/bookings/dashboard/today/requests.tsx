import { useRef } from 'react'
import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { RequestRow } from './request-row.tsx'

/** The requests that wait for an answer, in the order of the server: the soonest visit first. rule: booking-moves */
export function Requests({ bookings }: { bookings: ProfessionalBooking[] }) {
  const { t } = useTranslation('dashboard')
  const heading = useRef<HTMLHeadingElement>(null)
  const isEmpty = bookings.length === 0
  return (
    // Without requests it is one quiet line: the first place belongs to what there is to do.
    <section className={isEmpty ? '' : 'flex flex-col gap-3'}>
      <h2
        ref={heading}
        tabIndex={-1}
        className={`outline-none ${isEmpty ? 'text-base font-medium text-soft' : 'text-xl'}`}
      >
        {isEmpty ? t('requests.none') : t('requests.title', { count: bookings.length })}
      </h2>
      {!isEmpty && (
        <ul className="flex flex-col gap-3">
          {bookings.map((booking) => (
            <li key={booking.id}>
              {/* An answered row disappears, so the heading takes the focus. */}
              <RequestRow booking={booking} onAnswered={() => heading.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
