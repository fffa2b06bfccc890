import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { displayName } from '#contract/people/display-name.ts'
import { BookAgain, RepeatedWork } from '#web/features/bookings/dialog/book-again.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'

/** The latest professionals, with what the same visit costs now and the next free time. rule: booking-again */
export function BookAgainList({ bookings }: { bookings: readonly ClientBooking[] }) {
  const { t } = useTranslation('bookings')
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl">{t('book_again')}</h2>
      <ul className="grid gap-2 lg:grid-cols-2">
        {bookings.map((booking) => (
          <li
            key={booking.id}
            className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4"
          >
            <div className="min-w-0">
              <strong className="block font-semibold wrap-anywhere">
                {displayName(booking.professional.full_name)}
              </strong>
              <span className="text-soft">
                <RepeatedWork booking={booking} />
              </span>
            </div>
            <div className="flex flex-wrap items-center gap-x-3 max-sm:w-full max-sm:*:grow">
              <BookAgain booking={booking} showsNextFree />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
