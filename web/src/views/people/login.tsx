import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { askedProfile } from '#web/features/market/professionals/addresses.ts'
import { profileByIdQuery } from '#web/features/market/professionals/professionals.api.ts'
import { ToBook } from '#web/features/market/professionals/to-book.tsx'
import { AuthPending } from '#web/features/people/auth-pending.tsx'
import { LoginForm } from '#web/features/people/login-form.tsx'

defineView('login', {
  head: ({ t }) => ({ title: t('identity:login.title') }),
  load: ({ api, queryClient, search }) => {
    const asked = askedProfile(search.get('next'))
    return asked && queryClient.prefetchQuery(profileByIdQuery(api, asked.userId))
  },
  Component: Login,
  Pending: AuthPending,
})

function Login({ search }: ViewProps) {
  const { t } = useTranslation('identity')
  const next = search.get('next')
  const asked = askedProfile(next)
  return (
    <LoginForm next={next} title={t('login.title')} intro={t('login.intro')}>
      {asked && <ToBook {...asked} />}
    </LoginForm>
  )
}
