import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { PASSWORD_LENGTH_MIN, REDIRECT_AFTER_RESET_MS } from '#contract/people/account-rules.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { detailOf, useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { UserName } from '#web/ui/user-name.tsx'
import { useRules } from './rules.ts'

type Typed = { password: string; confirmation: string }

/** `token` and `email` are from the link in the letter. rule: new-password */
export function ResetForm({ token, email }: { token: string; email: string | undefined }) {
  const { t } = useTranslation(['identity', 'errors'])
  const api = useApi()
  const [, navigate] = useLocation()
  const refusalText = useRefusalText()
  const rules = useRules()
  const { register, handleSubmit, reset, setFocus, formState } = useForm<Typed>()
  const { errors } = formState
  const [problem, setProblem] = useState<string>()
  const update = useMutation({
    mutationFn: ({ password }: Typed) =>
      api.call('POST /api/auth/reset-password', { body: { token, new_password: password } }),
    onSuccess: () => reset(),
    onError: (error) =>
      setProblem(
        error instanceof Refusal ? refusalText(error) : (detailOf(error) ?? t('reset.failed')),
      ),
  })
  const submit = handleSubmit((typed) => {
    setProblem(undefined)
    // The match is checked before the length. rule: new-password
    if (typed.password !== typed.confirmation) {
      setProblem(t('reset.mismatch'))
      setFocus('confirmation')
    } else if (typed.password.length < PASSWORD_LENGTH_MIN) {
      setProblem(t('errors:password_too_short'))
      setFocus('password')
    } else {
      update.mutate(typed)
    }
  })
  useEffect(() => {
    if (!update.isSuccess) return
    const timer = setTimeout(() => navigate('/login'), REDIRECT_AFTER_RESET_MS)
    return () => clearTimeout(timer)
  }, [update.isSuccess, navigate])

  return (
    <>
      {update.isSuccess ? (
        <MessageBox tone="success">{t('reset.success')}</MessageBox>
      ) : (
        <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
          {problem && <MessageBox tone="problem">{problem}</MessageBox>}
          <UserName email={email} />
          <PasswordField
            label={t('reset.new_password')}
            autoComplete="new-password"
            required
            minLength={PASSWORD_LENGTH_MIN}
            error={errors.password?.message}
            {...register('password', rules.password())}
          />
          <PasswordField
            label={t('reset.confirm_password')}
            autoComplete="new-password"
            required
            minLength={PASSWORD_LENGTH_MIN}
            error={errors.confirmation?.message}
            {...register('confirmation', rules.password())}
          />
          <Button type="submit" wide busy={update.isPending}>
            {update.isPending ? t('reset.busy') : t('reset.submit')}
          </Button>
        </form>
      )}
      <TextLink href="/login" onClick={() => reset()}>
        {t('back_to_login')}
      </TextLink>
    </>
  )
}
