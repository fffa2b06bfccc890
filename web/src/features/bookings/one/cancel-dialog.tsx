import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { REASON_LENGTH_MAX } from '#contract/bookings/booking-fields.ts'
import { CANCEL_CODES } from '#contract/bookings/cancel-reasons.ts'
import type { CancelCode } from '#contract/bookings/cancel-reasons.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import type { Role } from '#contract/product.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { CheckIcon } from '#web/ui/pictures/icons.tsx'
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

/**
 * Asks for a reason, which the other side reads, and says what cancelling costs. Only 'Another reason' asks for words.
 * rule: cancellation
 */
export function CancelDialog({ booking, side, when, name, onClose }: CancelDialogProps) {
  const { t } = useTranslation(['bookings', 'errors'])
  const refusalText = useRefusalText()
  const move = useMoveBooking()
  const field = useRef<HTMLTextAreaElement>(null)
  const [code, setCode] = useState<CancelCode>()
  const [words, setWords] = useState('')
  const [isTold, setIsTold] = useState(false)
  const reason = words.trim()
  const lacksWords = code === 'other' && reason === ''
  const cancel = async () => {
    setIsTold(true)
    if (!code) return
    if (lacksWords) return field.current?.focus()
    const change = { reason_code: code, ...(code === 'other' ? { reason } : {}) }
    try {
      await move.mutateAsync({ id: booking.id, status: 'cancelled', ...change })
      toast.success(t('cancel.done'))
      onClose()
    } catch {
      // The dialog shows `move.error` above the field.
    }
  }
  return (
    <FormDialog
      title={t('cancel.title')}
      submit={t('cancel.confirm')}
      look="danger"
      busy={move.isPending}
      back={t('cancel.keep')}
      onClose={onClose}
      onSubmit={() => void cancel()}
    >
      <p>
        <strong className="block font-semibold">{name}</strong>
        <span className="block first-letter:uppercase">{when}</span>
      </p>
      <Cost booking={booking} side={side} />
      {move.isError && <MessageBox tone="problem">{refusalText(move.error)}</MessageBox>}
      <CodeChoice
        codes={CANCEL_CODES[side]}
        chosen={code}
        error={isTold && !code ? t('errors:reason_code_invalid') : undefined}
        onChoose={(chosen) => {
          setCode(chosen)
          setIsTold(false)
        }}
      />
      {code === 'other' && (
        <TextareaField
          ref={field}
          label={t('cancel.reason')}
          help={t('cancel.reason_help', { name: firstNameOf(name) })}
          required
          rows={3}
          maxLength={REASON_LENGTH_MAX}
          value={words}
          error={isTold && lacksWords ? t('errors:reason_required') : undefined}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
    </FormDialog>
  )
}

/** Whether the cancellation is late; for the client also that it costs nothing. rule: cancellation */
function Cost({ booking, side }: Pick<CancelDialogProps, 'booking' | 'side'>) {
  const { t } = useTranslation('bookings')
  const [isLate] = useState(() => isLateNow(booking))
  if (isLate) return <LateNote hours={booking.notice_hours} />
  if (side === 'professional') return null
  return (
    <p className="flex items-center gap-2 font-medium text-action">
      <CheckIcon className="size-5 shrink-0" />
      {booking.status === 'pending'
        ? t('cancel.free_request')
        : t('cancel.free', { count: booking.notice_hours })}
    </p>
  )
}

type CodeChoiceProps = {
  codes: readonly CancelCode[]
  chosen: CancelCode | undefined
  error: string | undefined
  onChoose: (code: CancelCode) => void
}

function CodeChoice({ codes, chosen, error, onChoose }: CodeChoiceProps) {
  const { t } = useTranslation('bookings')
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('cancel.choose')}</legend>
      <div className="flex flex-wrap gap-2">
        {codes.map((code) => (
          <label
            key={code}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-full border border-edge bg-surface px-4 hover:border-action has-checked:border-action has-checked:bg-mint"
          >
            <input
              type="radio"
              name={name}
              value={code}
              checked={code === chosen}
              onChange={() => onChoose(code)}
              className="size-4 shrink-0 accent-action"
            />
            {t(`cancel.codes.${code}`)}
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-2 font-medium text-clay">
          {error}
        </p>
      )}
    </fieldset>
  )
}
