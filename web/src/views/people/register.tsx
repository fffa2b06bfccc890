import { AuthFrame } from '#web/features/people/auth-frame.tsx'
import { AuthPending } from '#web/features/people/auth-pending.tsx'
import { RegisterForm } from '#web/features/people/register-form.tsx'
import { askedProfile } from '#web/features/market/professionals/addresses.ts'
import { profileByIdQuery } from '#web/features/market/professionals/professionals.api.ts'
import { ToBook } from '#web/features/market/professionals/to-book.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'

defineView('register', {
  head: ({ t }) => ({ title: t('identity:register.title') }),
  load: ({ api, queryClient, search }) => {
    const asked = askedProfile(search.get('next'))
    return asked && queryClient.prefetchQuery(profileByIdQuery(api, asked.userId))
  },
  Component: Register,
  Pending: AuthPending,
})

function Register({ search }: ViewProps) {
  const { t } = useTranslation('identity')
  const next = search.get('next')
  const asked = askedProfile(next)
  return (
    <AuthFrame title={t('register.title')} {...(asked ? {} : { intro: t('register.intro') })}>
      {asked && <ToBook {...asked} />}
      <RegisterForm
        next={next}
        role={search.get('role') === 'professional' ? 'professional' : 'client'}
      />
    </AuthFrame>
  )
}
