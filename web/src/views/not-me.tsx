import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { AuthFrame } from '#web/features/identity/auth-frame.tsx'
import { AuthPending } from '#web/features/identity/auth-pending.tsx'
import { NotMe } from '#web/features/identity/not-me.tsx'

defineView<'token'>('not-me', {
  head: ({ t }) => ({ title: t('identity:not_me.title') }),
  Component: NotMeView,
  Pending: AuthPending,
})

function NotMeView({ params }: ViewProps<'token'>) {
  const { t } = useTranslation('identity')
  return (
    <AuthFrame title={t('not_me.title')} intro={t('not_me.intro')}>
      <NotMe token={params.token} />
    </AuthFrame>
  )
}
