import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { DISPUTE_LENGTH_MAX, DISPUTE_LENGTH_MIN } from '#contract/trust/verification-rules.ts'
import type { VerificationKind } from '#contract/trust/verification-rules.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'

type DisputeProps = { professionalId: string; kind: VerificationKind; onClose: () => void }

/** The professional says why what we found is wrong. rule: rejection-notice */
export default function DisputeDialog({ professionalId, kind, onClose }: DisputeProps) {
  const { t } = useTranslation(['verification', 'errors'])
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { text: '' } })
  const sending = useMutation({
    mutationFn: ({ text }: { text: string }) =>
      api.call('POST /api/professional/verification/dispute', {
        body: { user_id: professionalId, kind, text },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('dispute.title')}
      submit={sending.isPending ? t('sending') : t('dispute.send')}
      busy={sending.isPending}
      onSubmit={() => void handleSubmit((typed) => sending.mutate(typed))()}
      onClose={onClose}
    >
      <p className="text-soft">{t('dispute.intro')}</p>
      {sending.error && <MessageBox tone="problem">{refusalText(sending.error)}</MessageBox>}
      <TextareaField
        label={t('dispute.text')}
        help={t('dispute.help')}
        rows={7}
        required
        maxLength={DISPUTE_LENGTH_MAX}
        error={formState.errors.text?.message}
        {...register('text', {
          validate: (text) =>
            text.trim().length >= DISPUTE_LENGTH_MIN || t('errors:text_too_short'),
        })}
      />
    </FormDialog>
  )
}
