import { useTranslation } from '../app/use-translation.ts'
import { defineView } from '../app/view.ts'
import { AuthFrame } from '../features/identity/auth-frame.tsx'
import { AuthPending } from '../features/identity/auth-pending.tsx'
import { ForgotForm } from '../features/identity/forgot-form.tsx'

export default defineView({
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
