import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ViewProps } from '#web/router/view.ts'
import { defineView } from '#web/router/view.ts'
import { AuthFrame } from '#web/features/identity/auth-frame.tsx'
import { AuthPending } from '#web/features/identity/auth-pending.tsx'
import { ResetForm } from '#web/features/identity/reset-form.tsx'

defineView<'token'>('reset-password', {
  head: ({ t }) => ({ title: t('identity:reset.title') }),
  Component: ResetPassword,
  Pending: AuthPending,
})

function ResetPassword({ params }: ViewProps<'token'>) {
  const { t } = useTranslation('identity')
  return (
    <AuthFrame title={t('reset.title')} intro={t('reset.hint')}>
      <ResetForm token={params.token} />
    </AuthFrame>
  )
}
