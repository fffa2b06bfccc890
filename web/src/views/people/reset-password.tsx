import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { emailInAddress, useLetterToken } from '#web/session/letter-token.ts'
import { AuthFrame } from '#web/features/people/auth-frame.tsx'
import { AuthPending } from '#web/features/people/auth-pending.tsx'
import { IncompleteLink } from '#web/features/people/incomplete-link.tsx'
import { ResetForm } from '#web/features/people/reset-form.tsx'

defineView<'token'>('reset-password', {
  head: ({ t }) => ({ title: t('identity:reset.title') }),
  Component: ResetPassword,
  Pending: AuthPending,
})

function ResetPassword({ params }: ViewProps<'token'>) {
  const { t } = useTranslation('identity')
  const token = useLetterToken(params)
  return (
    <AuthFrame title={t('reset.title')} {...(token !== undefined && { intro: t('reset.hint') })}>
      {token === undefined ? (
        <IncompleteLink />
      ) : (
        <ResetForm key={token} token={token} email={emailInAddress()} />
      )}
    </AuthFrame>
  )
}
