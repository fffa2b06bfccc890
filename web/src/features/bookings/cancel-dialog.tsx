import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { REASON_LENGTH_MAX } from '#contract/booking-fields.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextareaField } from '#web/ui/field.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
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
  const { t } = useTranslation(['bookings', 'errors'])
  const refusalText = useRefusalText()
  const formId = useId()
  const move = useMoveBooking()
  const [reason, setReason] = useState('')
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const cancel = async () => {
    if (reason.trim() === '') {
      setIsReasonMissing(true)
      field.current?.focus()
      return
    }
    try {
      await move.mutateAsync({ id: bookingId, status: 'cancelled', reason: reason.trim() })
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
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void cancel()
        }}
      >
        <p>
          <strong className="block font-semibold">{name}</strong>
          <span className="block first-letter:uppercase">{when}</span>
        </p>
        {move.isError && <MessageBox tone="problem">{refusalText(move.error)}</MessageBox>}
        <TextareaField
          label={t('cancel.reason')}
          help={t('cancel.reason_help')}
          ref={field}
          required
          value={reason}
          error={isReasonMissing && reason.trim() === '' ? t('errors:reason_required') : undefined}
          onChange={(event) => setReason(event.target.value)}
          maxLength={REASON_LENGTH_MAX}
          rows={3}
        />
      </form>
    </Dialog>
  )
}
