import { useTranslation } from '../app/use-translation.ts'
import type { ViewProps } from '../app/view.ts'
import { defineView } from '../app/view.ts'
import { AuthFrame } from '../features/identity/auth-frame.tsx'
import { AuthPending } from '../features/identity/auth-pending.tsx'
import { LoginForm } from '../features/identity/login-form.tsx'

export default defineView({
  head: ({ t }) => ({ title: t('identity:login.title') }),
  Component: Login,
  Pending: AuthPending,
})

function Login({ search }: ViewProps) {
  const { t } = useTranslation('identity')
  return (
    <AuthFrame title={t('login.title')} intro={t('login.intro')}>
      <LoginForm next={search.get('next')} />
    </AuthFrame>
  )
}
