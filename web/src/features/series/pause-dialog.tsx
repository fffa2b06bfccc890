import { useId, useState } from 'react'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { today } from '#web/features/bookings/use-request-booking.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
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
  const formId = useId()
  const refusalText = useRefusalText()
  const [fields, setFields] = useState({ from_date: today(), to_date: '' })
  const pause = usePause(id)
  return (
    <Dialog
      title={t(id === undefined ? 'pause.title_all' : 'pause.title')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" form={formId} busy={pause.isPending}>
            {t('pause.confirm')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('change.back')}
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
          pause.mutate(fields, {
            onSuccess: () => {
              toast.success(t('pause.done'))
              onClose()
            },
          })
        }}
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
            onChange={({ currentTarget }) =>
              setFields({ ...fields, from_date: currentTarget.value })
            }
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
      </form>
    </Dialog>
  )
}
