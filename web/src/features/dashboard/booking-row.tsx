import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ProfessionalBooking } from '#contract/bookings.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import {
  BookingFacts,
  Fact,
  VisitTime,
  WorkAndMoney,
} from '#web/features/bookings/booking-facts.tsx'
import { BookingFooter } from '#web/features/bookings/booking-footer.tsx'
import { CancelDialog } from '#web/features/bookings/cancel-dialog.tsx'
import { StatusBadge } from '#web/features/bookings/status-badge.tsx'
import { useMoveBooking } from '#web/features/bookings/use-move-booking.ts'
import { WhatHappened } from '#web/features/bookings/what-happened.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import { ClientContact } from './client-contact.tsx'
import { clientName } from './client-name.ts'

/** One of her bookings in a list, with what she may do about it now. */
export function BookingRow({ booking }: { booking: ProfessionalBooking }) {
  const { t } = useTranslation(['dashboard', 'bookings'])
  const refusalText = useRefusalText()
  const move = useMoveBooking()
  const [cancelling, setCancelling] = useState(false)
  const waits = booking.status === 'pending'
  const complete = async () => {
    try {
      await move.mutateAsync({ id: booking.id, status: 'completed' })
      toast.success(t('complete.done'))
    } catch (error) {
      toast.problem(refusalText(error))
    }
  }
  return (
    <article className="flex flex-col gap-2 py-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-base text-wrap first-letter:uppercase">
            <VisitTime booking={booking} />
          </h3>
          <p className="break-words text-soft">
            <WorkAndMoney booking={booking} who={clientName(booking)} />
          </p>
        </div>
        <StatusBadge status={booking.status} />
      </header>
      <WhatHappened booking={booking} reader="professional" />
      <BookingFooter
        facts={
          <BookingFacts booking={booking}>
            <Fact name={t('client')}>
              <ClientContact booking={booking} />
            </Fact>
          </BookingFacts>
        }
        actions={
          <>
            {booking.may.includes('completed') && (
              <Button look="quiet" busy={move.isPending} onClick={() => void complete()}>
                {t('complete.mark')}
              </Button>
            )}
            {booking.may.includes('cancelled') && !waits && (
              <Button look="danger" onClick={() => setCancelling(true)}>
                {t('bookings:cancel.open')}
              </Button>
            )}
          </>
        }
      />
      {waits && <AnswerButtons booking={booking} />}
      {cancelling && (
        <CancelDialog
          id={booking.id}
          when={<VisitTime booking={booking} />}
          name={clientName(booking)}
          onClose={() => setCancelling(false)}
        />
      )}
    </article>
  )
}
