import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import {
  REVIEW_REPORT_LENGTH_MAX,
  REVIEW_REPORT_LENGTH_MIN,
  REVIEW_REPORT_REASONS,
} from '#contract/review-rules.ts'
import type { ReviewReportReason } from '#contract/review-rules.ts'
import type { OwnReview } from '#contract/reviews.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { MessageBox } from '#web/ui/message-box.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** The button that reports one of the professional's reviews to the operator. rule: review-report */
export function ReportReview({ review }: { review: OwnReview }) {
  const { t } = useTranslation('review_forms')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look="link"
        className="self-start px-0!"
        aria-label={t('report.open_of', { name: review.reviewerName })}
        onClick={() => setOpen(true)}
      >
        {t('report.open')}
      </Button>
      {open && <ReportDialog review={review} onClose={() => setOpen(false)} />}
    </>
  )
}

function ReportDialog({ review, onClose }: { review: OwnReview; onClose: () => void }) {
  const { t } = useTranslation(['review_forms', 'errors'])
  const refusalText = useRefusalText()
  const api = useApi()
  const formId = useId()
  const [reason, setReason] = useState<ReviewReportReason>(REVIEW_REPORT_REASONS[0])
  const [text, setText] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const report = useMutation({
    mutationFn: () =>
      api.call('POST /api/reports', {
        body: { subject: { kind: 'review', id: review.id }, reason, text: text.trim() },
      }),
    onSuccess: () => {
      toast.success(t('report.done'))
      onClose()
    },
  })
  const submit = () => {
    const tooShort = text.trim().length < REVIEW_REPORT_LENGTH_MIN
    setTooShort(tooShort)
    if (tooShort) field.current?.focus()
    else report.mutate()
  }
  return (
    <Dialog
      title={t('report.title', { name: review.reviewerName })}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" form={formId} busy={report.isPending}>
            {t('report.confirm')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('report.cancel')}
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
        <p>{t('report.help')}</p>
        <SelectField
          label={t('report.reason')}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value as ReviewReportReason)}
        >
          {REVIEW_REPORT_REASONS.map((value) => (
            <option key={value} value={value}>
              {t(`report.reasons.${value}`)}
            </option>
          ))}
        </SelectField>
        <TextareaField
          ref={field}
          label={t('report.text')}
          required
          rows={4}
          maxLength={REVIEW_REPORT_LENGTH_MAX}
          value={text}
          error={isTooShort ? t('errors:text_too_short') : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
