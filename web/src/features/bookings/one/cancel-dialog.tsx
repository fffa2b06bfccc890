import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { REASON_LENGTH_MAX } from '#contract/bookings/booking-fields.ts'
import { CANCEL_CODES, needsWords } from '#contract/bookings/cancel-reasons.ts'
import type { CancelCode } from '#contract/bookings/cancel-reasons.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import type { Role } from '#contract/product.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { ReasonDialog } from '#web/ui/forms/reason-dialog.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useMoveBooking } from '../list/bookings.api.ts'
import { isLateNow, LateNote } from './late.tsx'
import type { CancellableVisit } from './late.tsx'

type CancelDialogProps = {
  booking: CancellableVisit & { id: string }
  /** The side that cancels. */
  side: Role
  /** Day and time of the visit. */
  when: ReactNode
  /** The name of the other side. */
  name: string
  onClose: () => void
}

/** Asks for a reason, which the other side reads. rule: cancel-reason */
export function CancelDialog({ booking, side, when, name, onClose }: CancelDialogProps) {
  const { t } = useTranslation('bookings')
  const refusalText = useRefusalText()
  const move = useMoveBooking()
  const [code, setCode] = useState<CancelCode>()
  const [isLate] = useState(() => isLateNow(booking))
  const cancel = async (reason: string) => {
    const change = { reason, ...(code ? { reason_code: code } : {}) }
    try {
      await move.mutateAsync({ id: booking.id, status: 'cancelled', ...change })
      toast.success(t('cancel.done'))
      onClose()
    } catch {
      // The dialog shows `move.error` above the field.
    }
  }
  return (
    <ReasonDialog
      title={t('cancel.title')}
      submit={t('cancel.confirm')}
      look="danger"
      busy={move.isPending}
      back={t('cancel.keep')}
      onClose={onClose}
      label={t('cancel.reason')}
      help={t('cancel.reason_help', { name: firstNameOf(name) })}
      lengthMax={REASON_LENGTH_MAX}
      rows={3}
      required={needsWords(code)}
      onSubmit={(reason) => void cancel(reason)}
    >
      <p>
        <strong className="block font-semibold">{name}</strong>
        <span className="block first-letter:uppercase">{when}</span>
      </p>
      {isLate && <LateNote hours={booking.notice_hours} />}
      {move.isError && <MessageBox tone="problem">{refusalText(move.error)}</MessageBox>}
      <CodeChoice codes={CANCEL_CODES[side]} chosen={code} onChoose={setCode} />
    </ReasonDialog>
  )
}

type CodeChoiceProps = {
  codes: readonly CancelCode[]
  chosen: CancelCode | undefined
  onChoose: (code: CancelCode) => void
}

function CodeChoice({ codes, chosen, onChoose }: CodeChoiceProps) {
  const { t } = useTranslation('bookings')
  const name = useId()
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1.5 font-medium">{t('cancel.choose')}</legend>
      {codes.map((code) => (
        <label key={code} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            value={code}
            checked={code === chosen}
            onChange={() => onChoose(code)}
            className="size-5 shrink-0 accent-action"
          />
          {t(`cancel.codes.${code}`)}
        </label>
      ))}
    </fieldset>
  )
}
