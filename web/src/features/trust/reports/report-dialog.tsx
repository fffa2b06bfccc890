import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  REPORT_LENGTH_MAX,
  REPORT_LENGTH_MIN,
  reportReasonsOf,
} from '#contract/trust/report-rules.ts'
import type { ReportReason } from '#contract/trust/report-rules.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import type { Reported } from './report.tsx'
import { reportsKey } from './reports.api.ts'

/** Reason and text of a report. rule: reports */
export default function ReportDialog({
  subject: { kind, id, name },
  onClose,
}: {
  subject: Reported
  onClose: () => void
}) {
  const { t } = useTranslation(['reports', 'errors'])
  const refusalText = useRefusalText()
  const api = useApi()
  const queryClient = useQueryClient()
  const [reason, setReason] = useState<ReportReason>()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState<'reason' | 'text'>()
  const reasonField = useRef<HTMLSelectElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const report = useMutation({
    mutationFn: (chosen: ReportReason) =>
      api.call('POST /api/reports', {
        body: { subject: { kind, id }, reason: chosen, text: text.trim() },
      }),
    onSuccess: () => {
      toast.success(t('done'))
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: reportsKey }),
  })
  const submit = () => {
    const isShort = text.trim().length < REPORT_LENGTH_MIN
    setMissing(!reason ? 'reason' : isShort ? 'text' : undefined)
    if (!reason) reasonField.current?.focus()
    else if (isShort) field.current?.focus()
    else report.mutate(reason)
  }
  return (
    <FormDialog
      title={t(`of.${kind}`, { name })}
      submit={t('confirm')}
      busy={report.isPending}
      back={t('cancel')}
      onSubmit={submit}
      onClose={onClose}
    >
      {report.isError && <MessageBox tone="problem">{refusalText(report.error)}</MessageBox>}
      <p>{t(kind === 'review' ? 'help_review' : 'help')}</p>
      <SelectField
        ref={reasonField}
        label={t('reason')}
        required
        value={reason ?? ''}
        error={missing === 'reason' && t('errors:reason_required')}
        onChange={(event) => setReason(event.target.value as ReportReason)}
      >
        <option value="" disabled>
          {t('choose')}
        </option>
        {reportReasonsOf(kind).map((value) => (
          <option key={value} value={value}>
            {t(`reasons.${value}`)}
          </option>
        ))}
      </SelectField>
      <TextareaField
        ref={field}
        label={t('text')}
        required
        rows={4}
        maxLength={REPORT_LENGTH_MAX}
        value={text}
        error={missing === 'text' && t('errors:text_too_short')}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}
