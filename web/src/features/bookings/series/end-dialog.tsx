import { useState } from 'react'
import { REASON_LENGTH_MAX } from '#contract/bookings/booking-fields.ts'
import type { Series } from '#contract/bookings/series.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { todayIn } from '#web/i18n/today-in.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { LateNotes } from './late-notes.tsx'
import { useEndSeries } from './series.api.ts'
import { firstNameOfOther } from './other-side.ts'

/** Asks for the last day and a reason, and says which visits it cancels late. rule: series-end */
export function EndDialog({ series, onClose }: { series: Series; onClose: () => void }) {
  const { t } = useTranslation('series')
  const refusalText = useRefusalText()
  const today = todayIn(series.time_zone)
  const [fields, setFields] = useState({ last_date: today, reason: '' })
  const end = useEndSeries(series.id)
  return (
    <FormDialog
      title={t('end.title')}
      submit={t('end.confirm')}
      look="danger"
      busy={end.isPending}
      back={t('end.keep')}
      onSubmit={() => {
        end.mutate(fields, {
          onSuccess: () => {
            toast.success(t('end.done'))
            onClose()
          },
        })
      }}
      onClose={onClose}
    >
      <p className="text-soft">{t('end.help')}</p>
      {end.error && <MessageBox tone="problem">{refusalText(end.error)}</MessageBox>}
      <TextField
        type="date"
        label={t('end.last')}
        required
        min={today}
        value={fields.last_date}
        onChange={({ currentTarget }) => setFields({ ...fields, last_date: currentTarget.value })}
      />
      <LateNotes
        all={[series]}
        ends={(date) => fields.last_date !== '' && date > fields.last_date}
      />
      <TextareaField
        label={t('end.reason')}
        help={t('end.reason_help', { name: firstNameOfOther(series) })}
        rows={3}
        maxLength={REASON_LENGTH_MAX}
        value={fields.reason}
        onChange={({ currentTarget }) => setFields({ ...fields, reason: currentTarget.value })}
      />
    </FormDialog>
  )
}
