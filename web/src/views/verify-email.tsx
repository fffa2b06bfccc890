import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { useLetterToken } from '#web/session/letter-token.ts'
import { AuthFrame } from '#web/features/identity/auth-frame.tsx'
import { AuthPending } from '#web/features/identity/auth-pending.tsx'
import { VerifyEmail } from '#web/features/identity/verify-email.tsx'

defineView<'token'>('verify-email', {
  head: ({ t }) => ({ title: t('identity:verify_email.title') }),
  Component: VerifyEmailView,
  Pending: AuthPending,
})

function VerifyEmailView({ params }: ViewProps<'token'>) {
  const { t } = useTranslation('identity')
  const token = useLetterToken(params)
  return (
    <AuthFrame title={t('verify_email.title')} intro={t('verify_email.intro')}>
      <VerifyEmail key={token} token={token} />
    </AuthFrame>
  )
}
