import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { AuthFrame } from '#web/features/people/auth-frame.tsx'
import { AuthPending } from '#web/features/people/auth-pending.tsx'
import { RegisterForm } from '#web/features/people/register-form.tsx'

defineView('register', {
  head: ({ t }) => ({ title: t('identity:register.title') }),
  Component: Register,
  Pending: AuthPending,
})

function Register({ search }: ViewProps) {
  const { t } = useTranslation('identity')
  return (
    <AuthFrame title={t('register.title')} intro={t('register.intro')}>
      <RegisterForm
        next={search.get('next')}
        role={search.get('role') === 'professional' ? 'professional' : 'client'}
      />
    </AuthFrame>
  )
}
