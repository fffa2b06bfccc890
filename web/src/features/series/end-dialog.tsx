import { useId, useState } from 'react'
import { REASON_LENGTH_MAX } from '#contract/booking-fields.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { today } from '#web/features/bookings/use-request-booking.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useEndSeries } from './series.api.ts'

/** Asks for the last day and a reason. rule: series-end */
export function EndDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('series')
  const formId = useId()
  const refusalText = useRefusalText()
  const [fields, setFields] = useState({ last_date: today(), reason: '' })
  const end = useEndSeries(id)
  return (
    <Dialog
      title={t('end.title')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" form={formId} look="danger" busy={end.isPending}>
            {t('end.confirm')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('end.keep')}
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
          end.mutate(fields, {
            onSuccess: () => {
              toast.success(t('end.done'))
              onClose()
            },
          })
        }}
      >
        <p className="text-soft">{t('end.help')}</p>
        {end.error && <MessageBox tone="problem">{refusalText(end.error)}</MessageBox>}
        <TextField
          type="date"
          label={t('end.last')}
          required
          min={today()}
          value={fields.last_date}
          onChange={({ currentTarget }) => setFields({ ...fields, last_date: currentTarget.value })}
        />
        <TextareaField
          label={t('end.reason')}
          help={t('end.reason_help')}
          rows={3}
          maxLength={REASON_LENGTH_MAX}
          value={fields.reason}
          onChange={({ currentTarget }) => setFields({ ...fields, reason: currentTarget.value })}
        />
      </form>
    </Dialog>
  )
}
