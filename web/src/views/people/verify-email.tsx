import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { useLetterToken } from '#web/session/letter-token.ts'
import { AuthPending } from '#web/features/people/auth-pending.tsx'
import { VerifyEmail } from '#web/features/people/verify-email.tsx'

defineView<'token'>('verify-email', {
  head: ({ t }) => ({ title: t('identity:verify_email.title') }),
  Component: VerifyEmailView,
  Pending: AuthPending,
})

function VerifyEmailView({ params }: ViewProps<'token'>) {
  const token = useLetterToken(params)
  return <VerifyEmail key={token} token={token} />
}
