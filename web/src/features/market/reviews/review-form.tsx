import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { User } from '#contract/people/identity.ts'
import type { ShownProfessional } from '../professionals/professionals.api.ts'
import { REVIEW_SUBMITTED } from '#contract/market/review-rules.ts'
import { Refusal } from '#web/api/client.ts'
import type { Input } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { formDraft } from '#web/session/form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useFailureToast } from '#web/ui/states/use-failure-toast.ts'
import { reviewFailure } from './review-failure.ts'
import { contentOf, EMPTY_REVIEW } from './review-fields.ts'
import type { ReviewFields } from './review-fields.ts'
import { ReviewInputs } from './review-inputs.tsx'

type Request = Input<'POST /api/reviews/general'>['body']
type ReviewFormProps = {
  id: string
  client: User
  professional: ShownProfessional
  /** Whether the review would count. Undefined if that is not known. */
  counts?: boolean | undefined
  onClose: () => void
}

/**
 * 'Share your experience'. It says first whether the review would not count. The draft is stored until it is sent; then
 * the form closes, and the page is read anew. rule: review-fields, review-counts
 */
export default function ReviewForm({ id, counts, ...review }: ReviewFormProps) {
  const { t } = useTranslation('review_forms')
  const { form, saveDraft, submit, isSubmitting } = useReview(review)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <form
      id={id}
      noValidate
      aria-labelledby={`${id}-title`}
      className="card flex animate-slide flex-col gap-5 p-4 md:p-6"
      onChange={saveDraft}
      onSubmit={(event) => void submit(event)}
    >
      <h3 id={`${id}-title`} ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('write.title')}
      </h3>
      {counts === false && (
        <p className="measure font-medium">
          {t('write.no_visit', { name: review.professional.user_details.first_name })}
        </p>
      )}
      <ReviewInputs form={form} onSet={saveDraft} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? t('write.submitting') : t('write.submit')}
        </Button>
        <Button look="quiet" onClick={review.onClose}>
          {t('write.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The fields of a review with their stored draft. `submit` sends it; a refused or unsent review keeps the draft. */
function useReview({ client, professional, onClose }: Omit<ReviewFormProps, 'id' | 'counts'>) {
  const { t } = useTranslation(['review_forms', 'errors'])
  const api = useApi()
  const queryClient = useQueryClient()
  const draft = formDraft<ReviewFields>(client.id, `review.${professional.user_id}`)
  const form = useForm<ReviewFields>({ defaultValues: { ...EMPTY_REVIEW, ...draft.fields() } })
  const failure = useFailureToast()
  const end = async () => {
    draft.clear()
    onClose()
    await queryClient.invalidateQueries()
  }
  const review = useMutation({
    onMutate: failure.clear,
    mutationFn: (body: Request) =>
      api.call('POST /api/reviews/general', { body, idempotencyKey: draft.keyFor(body) }),
    onSuccess: async ({ message }) => {
      const known = !message || message === REVIEW_SUBMITTED
      toast.success(known ? t('write.submitted') : message, '✓')
      await end()
    },
    onError: async (error) => {
      failure.show(reviewFailure(t, error), '✗')
      // It was written in another tab. This form has no use any more.
      if (error instanceof Refusal && error.code === 'already_reviewed') await end()
      else draft.requestFailed(error)
    },
  })
  return {
    form,
    saveDraft: () => draft.save(form.getValues()),
    submit: form.handleSubmit((fields) =>
      review.mutate({
        client_id: client.id,
        professional_id: professional.user_id,
        ...contentOf(fields),
      }),
    ),
    isSubmitting: review.isPending,
  }
}
