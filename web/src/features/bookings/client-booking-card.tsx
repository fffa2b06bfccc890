import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { ClientBooking } from '#contract/bookings.ts'
import { displayName } from '#contract/display-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { intentAddress, profileAddress } from '../professionals/addresses.ts'
import { BookingFacts, VisitTime, WorkAndMoney } from './booking-facts.tsx'
import { BookingFooter } from './booking-footer.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { StatusBadge } from './status-badge.tsx'
import { WhatHappened } from './what-happened.tsx'

/** One of a client's bookings, with what she may do about it. */
export function ClientBookingCard({ booking }: { booking: ClientBooking }) {
  const { t } = useTranslation('bookings')
  const [cancelling, setCancelling] = useState(false)
  const { professional } = booking
  const name = displayName(professional.full_name)
  const over = booking.status !== 'pending' && booking.status !== 'accepted'
  return (
    <article className="card flex flex-col gap-3 p-4 md:p-5">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Avatar name={professional.full_name} src={professional.profile_image_url} size="md" />
        <div className="min-w-0 grow basis-56">
          <h3 className="text-lg text-wrap">
            <VisitTime booking={booking} />
          </h3>
          <p className="break-words">
            {professional.reachable ? (
              <Link
                href={profileAddress(professional, { signedIn: true })}
                className="font-medium text-action underline decoration-1 underline-offset-4"
              >
                {name}
              </Link>
            ) : (
              name
            )}
          </p>
          <p className="text-soft">
            <WorkAndMoney booking={booking} />
          </p>
        </div>
        <StatusBadge status={booking.status} />
      </header>
      <WhatHappened booking={booking} reader="client" />
      <BookingFooter
        facts={<BookingFacts booking={booking} />}
        actions={
          <>
            {over && professional.reachable && (
              <ButtonLink look="quiet" href={againAddress(booking)}>
                {t('book_again')}
              </ButtonLink>
            )}
            {booking.may.includes('cancelled') && (
              <Button look="danger" onClick={() => setCancelling(true)}>
                {t('cancel.open')}
              </Button>
            )}
          </>
        }
      />
      {cancelling && (
        <CancelDialog booking={booking} name={name} onClose={() => setCancelling(false)} />
      )}
    </article>
  )
}

/** Her profile with the booking dialog open, for the same place, service and rhythm. */
const againAddress = ({
  professional,
  zip_code,
  service_type,
  cleaning_frequency,
}: ClientBooking) =>
  intentAddress(professional, 'book', {
    signedIn: true,
    search: new URLSearchParams({ zip_code, service_type, cleaning_frequency }).toString(),
  })
