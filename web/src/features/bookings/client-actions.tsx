import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ClientBooking } from '#contract/bookings.ts'
import { displayName } from '#contract/display-name.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { threadAddress } from '#web/router/message-addresses.ts'
import { BookAgain } from './book-again.tsx'
import { VisitTime } from './booking-facts.tsx'
import { CancelDialog } from './cancel-dialog.tsx'

/** What a client may do with a booking: write to the professional, cancel it, or book the same again once it is over. */
export function ClientActions({ booking }: { booking: ClientBooking }) {
  const { t } = useTranslation('bookings')
  const [cancelling, setCancelling] = useState(false)
  const { professional, status, may } = booking
  const over = status !== 'pending' && status !== 'accepted'
  return (
    <>
      <ButtonLink
        href={threadAddress(professional.user_id)}
        look="quiet"
        label={`${t('message')}: ${displayName(professional.full_name)}`}
      >
        {t('message')}
      </ButtonLink>
      {over && professional.reachable && <BookAgain booking={booking} />}
      {may.includes('cancelled') && (
        <Button look="danger" onClick={() => setCancelling(true)}>
          {t('cancel.open')}
        </Button>
      )}
      {cancelling && (
        <CancelDialog
          id={booking.id}
          when={<VisitTime booking={booking} />}
          name={displayName(professional.full_name)}
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  )
}
