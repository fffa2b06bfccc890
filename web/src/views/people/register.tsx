import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { AuthFrame } from '#web/features/people/auth-frame.tsx'
import { AuthPending } from '#web/features/people/auth-pending.tsx'
import { RegisterForm } from '#web/features/people/register-form.tsx'
import { askedProfile } from '#web/features/market/professionals/addresses.ts'
import { profileByIdQuery } from '#web/features/market/professionals/professionals.api.ts'
import { choiceIn } from '#web/features/market/professionals/visit-choice.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { Chip } from '#web/ui/chip.tsx'

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

/** Whom, and at what time, the new account is to book: 'To book Grace, Tue, Dec 1, 8:00 AM'. rule: profile-times */
function ToBook({ userId, search }: { userId: string; search: URLSearchParams }) {
  const { t } = useTranslation('identity')
  const format = useFormat()
  const { data } = useQuery(profileByIdQuery(useApi(), userId))
  if (!data) return null
  const { professional } = data
  const { first_name: name } = professional.user_details
  const choice = choiceIn(professional, search)
  const when = choice && format.visit(`${choice.date}T${choice.time}:00Z`, 'UTC')
  return (
    <p className="font-medium wrap-anywhere">
      <Chip>
        {when ? t('register.to_book_at', { name, when }) : t('register.to_book', { name })}
      </Chip>
    </p>
  )
}
