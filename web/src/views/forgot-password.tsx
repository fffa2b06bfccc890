import { useTranslation } from '#web/i18n/use-translation.ts'
import { defineView } from '#web/router/view.ts'
import { AuthFrame } from '#web/features/identity/auth-frame.tsx'
import { AuthPending } from '#web/features/identity/auth-pending.tsx'
import { ForgotForm } from '#web/features/identity/forgot-form.tsx'

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
