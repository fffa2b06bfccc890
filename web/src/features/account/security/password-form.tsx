import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PASSWORD_LENGTH_MIN } from '#contract/people/account-rules.ts'
import { useApi } from '#web/api/use-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { UserName } from '#web/ui/user-name.tsx'
import { toast } from '#web/ui/states/toast-store.ts'
import { useRules } from '#web/features/people/rules.ts'
import { useConfirmation } from '#web/features/people/use-confirmation.tsx'
import { refreshSessions } from '../account.api.ts'
import { FoldedPart } from '#web/ui/folded-part.tsx'

type Typed = { current: string; next: string }

/** Changes the password; the other sessions end. rule: new-password */
export function PasswordForm({ userId }: { userId: string }) {
  const { t } = useTranslation(['account', 'errors'])
  const api = useApi()
  const queryClient = useQueryClient()
  const user = useUser()
  const rules = useRules()
  const refusalText = useRefusalText()
  const { confirmFirst, dialog } = useConfirmation()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, reset, formState } = useForm<Typed>({
    defaultValues: { current: '', next: '' },
  })
  const { errors, isSubmitting } = formState
  const change = handleSubmit(async ({ current, next }) => {
    setProblem(undefined)
    try {
      const body = { current_password: current, new_password: next }
      const answer = await confirmFirst(
        () => api.call('POST /api/auth/change-password', { body }),
        current,
      )
      if (!answer) return
      reset()
      toast.success(t('password.saved'))
      await refreshSessions(queryClient, userId)
    } catch (error) {
      setProblem(refusalText(error))
    }
  })
  return (
    <FoldedPart title={t('password.title')} help={t('password.help')}>
      <form
        noValidate
        className="flex w-full max-w-150 flex-col gap-5"
        onSubmit={(event) => void change(event)}
      >
        {problem && <MessageBox tone="problem">{problem}</MessageBox>}
        <UserName email={user?.email} />
        <PasswordField
          label={t('password.current')}
          autoComplete="current-password"
          required
          error={errors.current?.message}
          {...register('current', rules.password())}
        />
        <PasswordField
          label={t('password.next')}
          autoComplete="new-password"
          required
          minLength={PASSWORD_LENGTH_MIN}
          help={t('password.next_help')}
          error={errors.next?.message}
          {...register('next', rules.password())}
        />
        <Button type="submit" look="quiet" className="self-start" busy={isSubmitting}>
          {isSubmitting ? t('password.busy') : t('password.save')}
        </Button>
      </form>
      {dialog}
    </FoldedPart>
  )
}
