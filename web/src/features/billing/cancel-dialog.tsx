import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { toast } from '#web/ui/toast-store.ts'
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
    <Dialog
      title={t('cancel.title')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button look="danger" busy={cancel.isPending} onClick={confirm}>
            {t('cancel.confirm')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('cancel.keep')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {cancel.error && <CancelFailed error={cancel.error} />}
        {money?.period_end && (
          <p>
            {money.grace_until
              ? t('cancel.help_failing')
              : t('cancel.help', { date: format.date(money.period_end, browserTimeZone()) })}
          </p>
        )}
        <p>{t('cancel.credits')}</p>
      </div>
    </Dialog>
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
