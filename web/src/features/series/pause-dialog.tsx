import { useState } from 'react'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { today } from '#web/features/bookings/today.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { usePause } from './series.api.ts'

type PauseDialogProps = {
  /** Without it, all of the client's regular visits pause. */
  id?: string
  onClose: () => void
}

/** Asks for the first and the last day of a pause. rule: series-pause */
export function PauseDialog({ id, onClose }: PauseDialogProps) {
  const { t } = useTranslation('series')
  const refusalText = useRefusalText()
  const [fields, setFields] = useState({ from_date: today(), to_date: '' })
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
          min={today()}
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
    </FormDialog>
  )
}
