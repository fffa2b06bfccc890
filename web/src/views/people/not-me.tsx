import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { useLetterToken } from '#web/session/letter-token.ts'
import { AuthFrame } from '#web/features/people/auth-frame.tsx'
import { AuthPending } from '#web/features/people/auth-pending.tsx'
import { IncompleteLink } from '#web/features/people/incomplete-link.tsx'
import { NotMe, textsOf } from '#web/features/people/not-me.tsx'

defineView<'token'>('not-me', {
  head: ({ t }) => ({ title: t('identity:not_me.title') }),
  Component: NotMeView,
  Pending: AuthPending,
})

function NotMeView({ params }: ViewProps<'token'>) {
  const { t } = useTranslation('identity')
  const token = useLetterToken(params)
  const { title, intro } = textsOf(token)
  return (
    <AuthFrame title={t(title)} intro={t(intro)}>
      {token === undefined ? <IncompleteLink /> : <NotMe key={token} token={token} />}
    </AuthFrame>
  )
}
