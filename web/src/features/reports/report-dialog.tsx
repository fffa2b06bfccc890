import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { REPORT_LENGTH_MAX, REPORT_LENGTH_MIN, reportReasonsOf } from '#contract/report-rules.ts'
import type { ReportReason } from '#contract/report-rules.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { Reported } from './report.tsx'
import { reportsKey } from './reports.api.ts'

/** Reason and text of a report. rule: report-screens */
export default function ReportDialog({
  subject: { kind, id, name },
  onClose,
}: {
  subject: Reported
  onClose: () => void
}) {
  const { t } = useTranslation('reports')
  const refusalText = useRefusalText()
  const api = useApi()
  const queryClient = useQueryClient()
  const formId = useId()
  const reasons = reportReasonsOf(kind)
  const [reason, setReason] = useState<ReportReason>(reasons[0]!)
  const [text, setText] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const report = useMutation({
    mutationFn: () =>
      api.call('POST /api/reports', {
        body: { subject: { kind, id }, reason, text: text.trim() },
      }),
    onSuccess: () => {
      toast.success(t('done'))
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: reportsKey }),
  })
  const submit = () => {
    const tooShort = text.trim().length < REPORT_LENGTH_MIN
    setTooShort(tooShort)
    if (tooShort) field.current?.focus()
    else report.mutate()
  }
  return (
    <Dialog
      title={t(`of.${kind}`, { name })}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" form={formId} busy={report.isPending}>
            {t('confirm')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('cancel')}
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
        {report.isError && <MessageBox tone="problem">{refusalText(report.error)}</MessageBox>}
        <p>{t(kind === 'review' ? 'help_review' : 'help')}</p>
        <ReportFields
          reasons={reasons}
          {...{ reason, setReason, text, setText, isTooShort }}
          textRef={field}
        />
      </form>
    </Dialog>
  )
}

type ReportFieldsProps = {
  reasons: readonly ReportReason[]
  reason: ReportReason
  setReason: (reason: ReportReason) => void
  text: string
  setText: (text: string) => void
  isTooShort: boolean
  textRef: RefObject<HTMLTextAreaElement | null>
}

function ReportFields({
  reasons,
  reason,
  setReason,
  text,
  setText,
  isTooShort,
  textRef,
}: ReportFieldsProps) {
  const { t } = useTranslation(['reports', 'errors'])
  return (
    <>
      <SelectField
        label={t('reason')}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value as ReportReason)}
      >
        {reasons.map((value) => (
          <option key={value} value={value}>
            {t(`reasons.${value}`)}
          </option>
        ))}
      </SelectField>
      <TextareaField
        ref={textRef}
        label={t('text')}
        required
        rows={4}
        maxLength={REPORT_LENGTH_MAX}
        value={text}
        error={isTooShort ? t('errors:text_too_short') : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </>
  )
}
