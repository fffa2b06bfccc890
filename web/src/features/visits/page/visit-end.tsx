import { useState } from 'react'
import type { Role } from '#contract/product.ts'
import { CancelDialog } from '#web/features/bookings/one/cancel-dialog.tsx'
import { MoveVisit } from '#web/features/bookings/one/proposal-panel.tsx'
import { VisitWhen } from '#web/features/bookings/one/visit-when.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import type { AgreedBooking } from './visit-plan.tsx'

type EndProps = { booking: AgreedBooking; side: Role; name: string }

/** Moving and cancelling, at the end of the page. A request is answered by its professional, not cancelled. */
export function VisitEnd({ booking, side, name }: EndProps) {
  const { t } = useTranslation('bookings')
  const [isCancelling, setIsCancelling] = useState(false)
  const mayCancel =
    booking.may.includes('cancelled') && (side === 'client' || booking.status !== 'pending')
  const mayMove = booking.may_move && !booking.proposal
  if (!mayCancel && !mayMove) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <MoveVisit booking={booking} name={name} />
      {mayCancel && (
        <Button look="link" className="px-0!" onClick={() => setIsCancelling(true)}>
          {t('cancel.open')}
        </Button>
      )}
      {isCancelling && (
        <CancelDialog
          booking={booking}
          side={side}
          when={<VisitWhen visit={booking} />}
          name={name}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </div>
  )
}
