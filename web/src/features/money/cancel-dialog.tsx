import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { leadsStatusQuery, useCancelSubscription } from './billing.api.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'

type CancelDialogProps = { professionalId: string; onClose: () => void }

/** Asks to confirm the cancellation, and says until when the account stays active. rule: cancel-at-period-end */
export default function CancelDialog({ professionalId, onClose }: CancelDialogProps) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const { data: money } = useQuery(leadsStatusQuery(useApi(), professionalId))
  const cancel = useCancelSubscription(professionalId)
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess() {
        toast.success(t('cancel.done'))
        onClose()
      },
    })
  return (
    <FormDialog
      title={t('cancel.title')}
      submit={t('cancel.confirm')}
      look="danger"
      busy={cancel.isPending}
      back={t('cancel.keep')}
      onSubmit={confirm}
      onClose={onClose}
    >
      {cancel.error && <CancelFailed error={cancel.error} />}
      {money?.period_end && (
        <p>
          {money.grace_until
            ? t('cancel.help_failing')
            : t('cancel.help', { date: format.date(money.period_end, browserTimeZone()) })}
        </p>
      )}
      <p>{t('cancel.credits')}</p>
    </FormDialog>
  )
}

function CancelFailed({ error }: { error: Error }) {
  const { t } = useTranslation('billing')
  const detail = useRefusalText()(error)
  return (
    <MessageBox tone="problem">
      {error instanceof ConnectionLost ? t('cancel.lost') : t('cancel.failed', { detail })}
    </MessageBox>
  )
}
