import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { useLetterToken } from '#web/session/letter-token.ts'
import { AuthFrame } from '#web/features/people/auth-frame.tsx'
import { AuthPending } from '#web/features/people/auth-pending.tsx'
import { IncompleteLink } from '#web/features/people/incomplete-link.tsx'
import { Reference } from '#web/features/trust/verification/reference.tsx'

defineView<'token'>('reference', {
  head: ({ t }) => ({ title: t('credentials:reference.title') }),
  Component: ReferenceView,
  Pending: AuthPending,
})

function ReferenceView({ params }: ViewProps<'token'>) {
  const { t } = useTranslation('credentials')
  const token = useLetterToken(params)
  return (
    <AuthFrame title={t('reference.title')} intro={t('reference.intro')}>
      {token === undefined ? <IncompleteLink /> : <Reference key={token} token={token} />}
    </AuthFrame>
  )
}
