import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useRules } from './rules.ts'

/** Every outcome replaces the form with the same neutral message. rule: new-password */
export function ForgotForm() {
  const { t } = useTranslation('identity')
  const api = useApi()
  const rules = useRules()
  const { register, handleSubmit, reset, formState } = useForm<{ email: string }>()
  const request = useMutation({
    mutationFn: (body: { email: string }) => api.call('POST /api/auth/forgot-password', { body }),
    onSuccess: () => reset(),
  })
  const clear = () => {
    reset()
    request.reset()
  }

  return (
    <>
      {request.isSuccess || request.isError ? (
        <MessageBox tone="success">{t('forgot.sent')}</MessageBox>
      ) : (
        <form
          noValidate
          className="flex flex-col gap-5"
          onSubmit={handleSubmit((typed) => request.mutate(typed))}
        >
          <TextField
            label={t('email')}
            type="email"
            autoComplete="email"
            placeholder={t('forgot.placeholder')}
            required
            error={formState.errors.email?.message}
            {...register('email', rules.email())}
          />
          <Button type="submit" wide busy={request.isPending}>
            {request.isPending ? t('forgot.busy') : t('forgot.submit')}
          </Button>
        </form>
      )}
      <TextLink href="/login" onClick={clear}>
        {t('back_to_login')}
      </TextLink>
    </>
  )
}
