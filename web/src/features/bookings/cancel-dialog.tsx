import { useId } from 'react'
import type { ReactNode } from 'react'
import { REASON_LENGTH_MAX } from '#contract/booking-fields.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { ReasonForm } from '#web/ui/reason-form.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useMoveBooking } from './bookings.api.ts'

type CancelDialogProps = {
  bookingId: string
  /** Day and time of the visit. */
  when: ReactNode
  /** The name of the other side. */
  name: string
  onClose: () => void
}

/** Asks for a reason, which the other side reads. rule: booking-moves */
export function CancelDialog({ bookingId, when, name, onClose }: CancelDialogProps) {
  const { t } = useTranslation('bookings')
  const refusalText = useRefusalText()
  const formId = useId()
  const move = useMoveBooking()
  const cancel = async (reason: string) => {
    try {
      await move.mutateAsync({ id: bookingId, status: 'cancelled', reason })
      toast.success(t('cancel.done'))
      onClose()
    } catch {
      // The dialog shows `move.error` above the field.
    }
  }
  return (
    <Dialog
      title={t('cancel.title')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" form={formId} look="danger" busy={move.isPending}>
            {t('cancel.confirm')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('cancel.keep')}
          </Button>
        </div>
      }
    >
      <ReasonForm
        id={formId}
        label={t('cancel.reason')}
        help={t('cancel.reason_help')}
        lengthMax={REASON_LENGTH_MAX}
        rows={3}
        onSubmit={(reason) => void cancel(reason)}
      >
        <p>
          <strong className="block font-semibold">{name}</strong>
          <span className="block first-letter:uppercase">{when}</span>
        </p>
        {move.isError && <MessageBox tone="problem">{refusalText(move.error)}</MessageBox>}
      </ReasonForm>
    </Dialog>
  )
}
