import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { WrittenReview } from '#contract/market/professionals.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { editOf, fieldsOf } from './review-fields.ts'
import type { ReviewFields } from './review-fields.ts'
import { ReviewInputs } from './review-inputs.tsx'

/** The one edit of the client's review. rule: review-edit */
export default function EditReview({
  review,
  onClose,
}: {
  review: WrittenReview
  onClose: () => void
}) {
  const { t } = useTranslation('review_forms')
  const refusalText = useRefusalText()
  const api = useApi()
  const queryClient = useQueryClient()
  const form = useForm<ReviewFields>({ defaultValues: fieldsOf(review) })
  const edit = useMutation({
    mutationFn: (fields: ReviewFields) =>
      api.call('PUT /api/reviews/{id}', { params: { id: review.id }, body: editOf(fields) }),
    onSuccess: async () => {
      toast.success(t('edit.done'))
      onClose()
      await refreshQueries(queryClient, 'reviews')
    },
  })
  return (
    <FormDialog
      title={t('edit.title')}
      height="full"
      submit={t('edit.confirm')}
      busy={edit.isPending}
      back={t('write.cancel')}
      onSubmit={() => void form.handleSubmit((fields) => edit.mutate(fields))()}
      onClose={onClose}
    >
      {edit.isError && <MessageBox tone="problem">{refusalText(edit.error)}</MessageBox>}
      <p className="text-soft">{t('edit.help')}</p>
      <ReviewInputs form={form} />
    </FormDialog>
  )
}
