import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextareaField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { Conversation } from './messaging.api.ts'

const REASON_LENGTH_MAX = 1000

type ReportDialogProps = { conversation: Conversation; onClose: () => void }

/** Tells us about somebody, in one's own words. */
export function ReportDialog({ conversation, onClose }: ReportDialogProps) {
  const { t } = useTranslation(['messaging', 'errors'])
  const refusalText = useRefusalText()
  const api = useApi()
  const formId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { other_user_id: otherId, other_user_name: name } = conversation
  const report = useMutation({
    mutationFn: (why: string) =>
      api.call('POST /api/chat/report', { body: { other_user_id: otherId, reason: why } }),
    onSuccess: () => {
      toast.success(t('report.done'))
      onClose()
    },
  })
  const submit = () => {
    const why = reason.trim()
    if (why) return report.mutate(why)
    setMissing(true)
    field.current?.focus()
  }
  return (
    <Dialog
      title={t('report.title', { name })}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" form={formId} busy={report.isPending}>
            {t('report.confirm')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('keep')}
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
          submit()
        }}
      >
        {report.isError && <Notice tone="problem">{refusalText(report.error)}</Notice>}
        <TextareaField
          ref={field}
          label={t('report.reason')}
          help={t('report.help', { name })}
          required
          rows={4}
          maxLength={REASON_LENGTH_MAX}
          value={reason}
          error={missing && reason.trim() === '' ? t('errors:reason_required') : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
