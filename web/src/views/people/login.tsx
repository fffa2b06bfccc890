import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { AuthPending } from '#web/features/people/auth-pending.tsx'
import { LoginForm } from '#web/features/people/login-form.tsx'

defineView('login', {
  head: ({ t }) => ({ title: t('identity:login.title') }),
  Component: Login,
  Pending: AuthPending,
})

function Login({ search }: ViewProps) {
  const { t } = useTranslation('identity')
  return <LoginForm next={search.get('next')} title={t('login.title')} intro={t('login.intro')} />
}
