import { useTranslation } from '../app/use-translation.ts'
import type { ViewProps } from '../app/view.ts'
import { defineView } from '../app/view.ts'
import { AuthFrame } from '../features/identity/auth-frame.tsx'
import { AuthPending } from '../features/identity/auth-pending.tsx'
import { ResetForm } from '../features/identity/reset-form.tsx'

export default defineView<'token'>({
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
