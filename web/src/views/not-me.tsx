import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { useLetterToken } from '#web/session/letter-token.ts'
import { AuthFrame } from '#web/features/identity/auth-frame.tsx'
import { AuthPending } from '#web/features/identity/auth-pending.tsx'
import { IncompleteLink } from '#web/features/identity/incomplete-link.tsx'
import { keepsFactors, NotMe } from '#web/features/identity/not-me.tsx'

defineView<'token'>('not-me', {
  head: ({ t }) => ({ title: t('identity:not_me.title') }),
  Component: NotMeView,
  Pending: AuthPending,
})

function NotMeView({ params }: ViewProps<'token'>) {
  const { t } = useTranslation('identity')
  const token = useLetterToken(params)
  const keeps = keepsFactors(token)
  return (
    <AuthFrame
      title={t(keeps ? 'keep_factors.title' : 'not_me.title')}
      intro={t(keeps ? 'keep_factors.intro' : 'not_me.intro')}
    >
      {token === undefined ? <IncompleteLink /> : <NotMe key={token} token={token} />}
    </AuthFrame>
  )
}
