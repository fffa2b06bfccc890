import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ProfessionalBooking } from '#contract/bookings.ts'
import { useFormat } from '#web/i18n/format.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { VisitTime } from '#web/features/bookings/booking-facts.tsx'
import { StatusSentence } from '#web/features/bookings/booking-status.tsx'
import { AnswerButtons } from '#web/features/bookings/answer-buttons.tsx'
import { Clashes } from './clashes.tsx'
import { ClientContact } from './client-contact.tsx'

/** What waits for an answer: the money and the way there at a glance, then two large buttons. */
export function RequestCard({
  booking,
  onAnswered,
}: {
  booking: ProfessionalBooking
  onAnswered: () => void
}) {
  const { t } = useTranslation(['dashboard', 'bookings', 'search'])
  const format = useFormat()
  const hours = t('bookings:hours', { count: booking.estimated_hours })
  return (
    <article className="card flex h-full flex-col gap-4 p-4 md:p-5">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-40">
          <h3 className="text-lg text-wrap first-letter:uppercase">
            <VisitTime booking={booking} />
          </h3>
          <p>
            <DotSeparated
              facts={[
                t(`search:service_types.${booking.service_type}`),
                t(`search:frequencies.${booking.cleaning_frequency}`),
              ]}
            />
          </p>
        </div>
        <p className="tabular shrink-0 max-sm:text-left sm:text-right">
          <strong className="block font-display text-2xl leading-none font-semibold">
            {format.money(booking.total_amount)}
          </strong>
          <span className="text-sm text-soft">
            {format.money(booking.hourly_rate)} × {hours}
          </span>
        </p>
      </header>
      <div className="flex flex-col gap-1 break-words">
        <p>
          <strong className="font-semibold">
            {booking.city}, {booking.state} {booking.zip_code}
          </strong>
          {booking.address && <span className="block text-soft">{booking.address}</span>}
        </p>
        <ClientContact booking={booking} />
      </div>
      {booking.notes && (
        <p className="rounded-md bg-sky p-3 break-words whitespace-pre-line">{booking.notes}</p>
      )}
      <Clashes booking={booking} />
      <div className="mt-auto flex flex-col gap-3">
        <StatusSentence booking={booking} reader="professional" />
        <AnswerButtons booking={booking} onAnswered={onAnswered} />
      </div>
    </article>
  )
}
