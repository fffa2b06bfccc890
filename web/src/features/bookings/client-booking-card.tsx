import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ClientBooking } from '#contract/bookings.ts'
import { displayName } from '#contract/display-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { bookingAddress } from './booking-address.ts'
import { VisitTime, WorkAndMoney } from './booking-facts.tsx'
import { ClientActions } from './client-actions.tsx'
import { StatusBadge } from './status-badge.tsx'
import { WhatHappened } from './what-happened.tsx'
import { WithWhom } from './with-whom.tsx'

/** One of a client's bookings in her list, with the way to all about it and what she may do. */
export function ClientBookingCard({ booking }: { booking: ClientBooking }) {
  const { t } = useTranslation('bookings')
  const { professional } = booking
  return (
    <article className="card flex flex-col gap-3 p-4 md:p-5">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Avatar name={professional.full_name} src={professional.profile_image_url} size="md" />
        <div className="min-w-0 grow basis-56">
          <h3 className="text-lg text-wrap first-letter:uppercase">
            <VisitTime booking={booking} />
          </h3>
          <p className="wrap-anywhere">
            <WithWhom professional={professional} />
          </p>
          <p className="text-soft">
            <WorkAndMoney booking={booking} />
          </p>
        </div>
        <StatusBadge status={booking.status} />
      </header>
      <WhatHappened booking={booking} reader="client" />
      <div className="flex flex-wrap items-center gap-3 max-sm:*:grow">
        <ButtonLink
          href={bookingAddress(booking.id)}
          look="link"
          className="justify-start sm:mr-auto sm:-ml-5 max-sm:w-full max-sm:px-0"
          label={`${t('details')}: ${displayName(professional.full_name)}`}
        >
          {t('details')}
        </ButtonLink>
        <ClientActions booking={booking} />
      </div>
    </article>
  )
}
