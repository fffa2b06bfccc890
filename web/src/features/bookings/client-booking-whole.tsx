import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ClientBookingDetail } from '#contract/bookings.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { BookingFacts, VisitTime, WorkAndMoney } from './booking-facts.tsx'
import { CalendarLink } from './calendar-link.tsx'
import { ClientActions } from './client-actions.tsx'
import { History } from './history.tsx'
import { StatusBadge } from './status-badge.tsx'
import { WhatHappened } from './what-happened.tsx'
import { WithWhom } from './with-whom.tsx'

/** All that was agreed and done about a client's booking, and what she may do now. */
export function ClientBookingWhole({ booking }: { booking: ClientBookingDetail }) {
  const { t } = useTranslation('bookings')
  const { professional, status } = booking
  const stands = status === 'pending' || status === 'accepted'
  return (
    <article className="flex flex-col gap-8">
      <header className="flex flex-col items-start gap-3">
        <StatusBadge status={status} />
        <h1 className="text-2xl md:text-3xl first-letter:uppercase">
          <VisitTime booking={booking} />
        </h1>
        <div className="flex items-center gap-3">
          <Avatar name={professional.full_name} src={professional.profile_image_url} size="md" />
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <WithWhom professional={professional} />
            </p>
            <p className="text-soft">
              <WorkAndMoney booking={booking} />
            </p>
          </div>
        </div>
        <WhatHappened booking={booking} reader="client" />
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:*:grow">
          <ClientActions booking={booking} />
          {stands && (
            <span className="max-sm:w-full">
              <CalendarLink id={booking.id} />
            </span>
          )}
        </div>
      </header>
      <section className="card p-4 md:p-5">
        <h2 className="mb-2 text-xl">{t('details')}</h2>
        <BookingFacts booking={booking} />
      </section>
      <section className="flex flex-col gap-4">
        <h2 className="text-xl">{t('one.history')}</h2>
        <History booking={booking} />
      </section>
    </article>
  )
}
