import { useState } from 'react'
import type { Series } from '#contract/bookings/series.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { todayIn } from '#web/i18n/today-in.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { LateNotes } from './late-notes.tsx'
import { usePause } from './series.api.ts'

type PauseDialogProps = {
  /** The series to pause. Without an id, all of the client's regular visits pause. */
  id?: string
  /** The series that pause, as far as the screen has read them. */
  all: readonly Series[]
  onClose: () => void
}

/** Asks for the first and the last day of a pause, and says which visits it cancels late. rule: series-breaks */
export function PauseDialog({ id, all, onClose }: PauseDialogProps) {
  const { t } = useTranslation('series')
  const refusalText = useRefusalText()
  // The latest day among the homes' time zones, so that a pause begins in no home's past.
  const today =
    all
      .map(({ time_zone }) => todayIn(time_zone))
      .toSorted()
      .at(-1) ?? ''
  const [fields, setFields] = useState({ from_date: today, to_date: '' })
  const pause = usePause(id)
  return (
    <FormDialog
      title={t(id === undefined ? 'pause.title_all' : 'pause.title')}
      submit={t('pause.confirm')}
      busy={pause.isPending}
      back={t('change.back')}
      onSubmit={() => {
        pause.mutate(fields, {
          onSuccess: () => {
            toast.success(t('pause.done'))
            onClose()
          },
        })
      }}
      onClose={onClose}
    >
      <p className="text-soft">{t('pause.help')}</p>
      {pause.error && <MessageBox tone="problem">{refusalText(pause.error)}</MessageBox>}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          type="date"
          label={t('pause.from')}
          required
          min={today}
          value={fields.from_date}
          onChange={({ currentTarget }) => setFields({ ...fields, from_date: currentTarget.value })}
        />
        <TextField
          type="date"
          label={t('pause.to')}
          required
          min={fields.from_date}
          value={fields.to_date}
          onChange={({ currentTarget }) => setFields({ ...fields, to_date: currentTarget.value })}
        />
      </div>
      <LateNotes all={all} ends={(date) => date >= fields.from_date && date <= fields.to_date} />
    </FormDialog>
  )
}
