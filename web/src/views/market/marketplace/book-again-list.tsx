import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { displayName } from '#contract/people/display-name.ts'
import { BookAgain, RepeatedWork } from '#web/features/bookings/dialog/book-again.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'

/** The latest professionals, with what the same visit costs now and the next free times. rule: booking-again */
export function BookAgainList({ bookings }: { bookings: readonly ClientBooking[] }) {
  const { t } = useTranslation('bookings')
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-lg">{t('book_again')}</h2>
      <ul className="card divide-y divide-line">
        {bookings.map((booking) => (
          <li key={booking.id} className="flex flex-col gap-3 p-4 sm:items-start">
            <div className="flex items-center gap-2.5">
              <Avatar
                id={booking.professional.user_id}
                name={booking.professional.full_name}
                src={booking.professional.profile_image_url}
              />
              <div className="min-w-0 grow">
                <strong className="block font-semibold wrap-anywhere">
                  {displayName(booking.professional.full_name)}
                </strong>
                <span className="text-sm text-soft">
                  <RepeatedWork booking={booking} />
                </span>
              </div>
            </div>
            <BookAgain booking={booking} showsNextFree />
          </li>
        ))}
      </ul>
    </section>
  )
}
