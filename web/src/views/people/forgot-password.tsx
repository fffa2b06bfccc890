import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import { AuthFrame } from '#web/features/people/auth-frame.tsx'
import { AuthPending } from '#web/features/people/auth-pending.tsx'
import { ForgotForm } from '#web/features/people/forgot-form.tsx'

defineView('forgot-password', {
  head: ({ t }) => ({ title: t('identity:forgot.title') }),
  Component: ForgotPassword,
  Pending: AuthPending,
})

function ForgotPassword() {
  const { t } = useTranslation('identity')
  return (
    <AuthFrame title={t('forgot.title')} intro={t('forgot.intro')}>
      <ForgotForm />
    </AuthFrame>
  )
}
