import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { useLetterToken } from '#web/session/letter-token.ts'
import { AuthFrame } from '#web/features/people/auth-frame.tsx'
import { AuthPending } from '#web/features/people/auth-pending.tsx'
import { IncompleteLink } from '#web/features/people/incomplete-link.tsx'
import { SupportThread } from '#web/features/talk/support/support-thread.tsx'

defineView<'token'>('support-thread', {
  head: ({ t }) => ({ title: t('support:thread.title') }),
  Component: SupportThreadView,
  Pending: AuthPending,
})

function SupportThreadView({ params }: ViewProps<'token'>) {
  const { t } = useTranslation('support')
  const token = useLetterToken(params)
  return (
    <AuthFrame title={t('thread.title')} intro={t('thread.intro')}>
      {token === undefined ? <IncompleteLink /> : <SupportThread key={token} token={token} />}
    </AuthFrame>
  )
}
