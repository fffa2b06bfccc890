import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { REVIEW_ANSWER_LENGTH_MAX } from '#contract/market/review-rules.ts'
import type { OwnReview } from '#contract/market/reviews.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { ReviewAnswer } from './review-answer.tsx'
import { refreshQueries } from '#web/api/query-meta.ts'

/** The professional's public answer to a review, or the form that writes it. rule: review-answer */
export function ReviewAnswerForm({ review }: { review: OwnReview }) {
  const { t } = useTranslation('review_forms')
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }
  const answer = review.answer && <ReviewAnswer answer={review.answer} title={t('answer.yours')} />
  if (answer && !review.answer?.before_edit) return answer
  if (open) return <Form review={review} onClose={close} />
  return (
    <>
      {answer}
      <Button
        ref={opener}
        look="link"
        className="self-start px-0!"
        aria-label={t(answer ? 'answer.again_to' : 'answer.open_to', { name: review.reviewerName })}
        onClick={() => setOpen(true)}
      >
        {t(answer ? 'answer.again' : 'answer.open')}
      </Button>
    </>
  )
}

function Form({ review, onClose }: { review: OwnReview; onClose: () => void }) {
  const { t } = useTranslation(['review_forms', 'errors'])
  const api = useApi()
  const refusalText = useRefusalText()
  const queryClient = useQueryClient()
  const [text, setText] = useState(review.answer?.text ?? '')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const answer = useMutation({
    mutationFn: () =>
      api.call('PUT /api/reviews/{id}/answer', {
        params: { id: review.id },
        body: { text: text.trim() },
      }),
    onSuccess: async () => {
      toast.success(t('answer.published'))
      onClose()
      await refreshQueries(queryClient, 'reviews')
    },
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-3 pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(text.trim() === '')
        if (text.trim() !== '') answer.mutate()
      }}
    >
      {answer.isError && <MessageBox tone="problem">{refusalText(answer.error)}</MessageBox>}
      <TextareaField
        label={t('answer.label', { name: review.reviewerName })}
        help={t('answer.help')}
        required
        ref={field}
        maxLength={REVIEW_ANSWER_LENGTH_MAX}
        value={text}
        error={missing ? t('errors:review_answer_required') : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={answer.isPending}>
          {t('answer.publish')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('answer.cancel')}
        </Button>
      </div>
    </form>
  )
}
