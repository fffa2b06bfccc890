import { useState } from 'react'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { displayName } from '#contract/people/display-name.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { threadAddress } from '#web/router/message-addresses.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { visitAddress } from './booking-address.ts'
import { BookAgain } from '../dialog/book-again.tsx'
import { VisitTime } from '../one/booking-facts.tsx'
import { CancelDialog } from '../one/cancel-dialog.tsx'
import { MoveVisit } from '../one/proposal-panel.tsx'

/**
 * The client's buttons for a booking: answer its hours, write to the professional, move it, cancel it, or book again
 * after it is over.
 */
export function ClientActions({
  booking,
  showsNextFree,
}: {
  booking: ClientBooking
  showsNextFree: boolean
}) {
  const { t } = useTranslation(['bookings', 'hours'])
  const [isCancelling, setIsCancelling] = useState(false)
  const { professional, status, may } = booking
  const isOver = status !== 'pending' && status !== 'accepted'
  return (
    <>
      {booking.may_answer_hours && (
        <ButtonLink href={visitAddress(booking.id)}>{t('hours:answer')}</ButtonLink>
      )}
      <ButtonLink
        href={threadAddress(professional.user_id)}
        look="quiet"
        label={`${t('message')}: ${displayName(professional.full_name)}`}
      >
        {t('message')}
      </ButtonLink>
      {isOver && professional.reachable && (
        <BookAgain booking={booking} showsNextFree={showsNextFree} />
      )}
      <MoveVisit booking={booking} name={displayName(professional.full_name)} />
      {may.includes('cancelled') && (
        <Button look="danger" onClick={() => setIsCancelling(true)}>
          {t('cancel.open')}
        </Button>
      )}
      {isCancelling && (
        <CancelDialog
          booking={booking}
          side="client"
          when={<VisitTime booking={booking} />}
          name={displayName(professional.full_name)}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </>
  )
}
