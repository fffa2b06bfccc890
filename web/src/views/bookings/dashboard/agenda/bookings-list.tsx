import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { LEAD_CLOSED } from '#contract/money/lead-closed.ts'
import { AnswerButtons } from '#web/features/bookings/one/answer-buttons.tsx'
import {
  BookingFacts,
  Fact,
  VisitTime,
  WorkAndMoney,
} from '#web/features/bookings/one/booking-facts.tsx'
import { ClientIcons, clientName } from '#web/features/bookings/one/client-contact.tsx'
import { StatusSentence } from '#web/features/bookings/one/booking-status.tsx'
import { PhaseBadge } from '#web/features/bookings/one/phase-word.tsx'
import { CancelDialog } from '#web/features/bookings/one/cancel-dialog.tsx'
import { OutsideMarks } from '#web/features/bookings/times/outside-marks.tsx'
import { MoveVisit, ProposalPanel } from '#web/features/bookings/one/proposal-panel.tsx'
import { VisitLink } from '#web/features/bookings/one/visit-link.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { CompleteButton } from './complete-button.tsx'

/** Bookings of a professional in a list. `none` replaces an empty list. */
export function BookingsList({
  bookings,
  none,
}: {
  bookings: readonly ProfessionalBooking[]
  none: ReactNode
}) {
  if (bookings.length === 0) return none
  return (
    <ul className="divide-y divide-line">
      {bookings.map((booking) => (
        <li key={booking.id}>
          <BookingRow booking={booking} />
        </li>
      ))}
    </ul>
  )
}

/** A booking with the actions that its professional may take now. rule: booking-moves, lead-locked */
function BookingRow({ booking }: { booking: ProfessionalBooking }) {
  const { t } = useTranslation(['dashboard', 'bookings', 'errors'])
  const [isCancelling, setIsCancelling] = useState(false)
  const isPending = booking.status === 'pending'
  return (
    <article className="flex flex-col gap-1 pt-3 pb-2">
      <header>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h3 className="min-w-0 text-base text-wrap first-letter:uppercase">
            <VisitTime booking={booking} />
          </h3>
          <PhaseBadge visit={booking} />
        </div>
        <p className="break-words text-soft">
          <WorkAndMoney booking={booking} who={clientName(booking)} />
        </p>
      </header>
      <OutsideMarks booking={booking} />
      <StatusSentence booking={booking} reader="professional" />
      {booking.closed && !isPending && (
        <p className="measure text-soft">{t(`errors:${LEAD_CLOSED[booking.closed]}`)}</p>
      )}
      <ProposalPanel booking={booking} name={clientName(booking)} />
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <Details booking={booking}>
          <MoveVisit booking={booking} name={clientName(booking)} />
          {booking.may.includes('cancelled') && !isPending && (
            <Button look="danger" onClick={() => setIsCancelling(true)}>
              {t('bookings:cancel.open')}
            </Button>
          )}
        </Details>
        <VisitLink booking={booking} />
        {booking.may.includes('completed') && <CompleteButton bookingId={booking.id} />}
      </div>
      {isPending && <AnswerButtons booking={booking} />}
      {isCancelling && (
        <CancelDialog
          booking={booking}
          side="professional"
          when={<VisitTime booking={booking} />}
          name={clientName(booking)}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </article>
  )
}

type DetailsProps = { booking: ProfessionalBooking; children: ReactNode }

/** The facts and moves of a booking, closed: in each row of a list they would repeat. */
function Details({ booking, children }: DetailsProps) {
  const { t } = useTranslation(['dashboard', 'bookings'])
  return (
    <details className="group min-w-0 grow open:basis-full">
      <summary className="inline-flex min-h-11 items-center gap-1.5 rounded-sm font-medium text-action">
        {t('bookings:details')}
        <ChevronDownIcon className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <BookingFacts booking={booking}>
        <Fact name={t('client')}>
          <ClientIcons booking={booking} />
        </Fact>
      </BookingFacts>
      <div className="mt-3 flex flex-wrap gap-3">{children}</div>
    </details>
  )
}
