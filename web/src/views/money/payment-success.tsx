import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { PaymentSuccess } from '#web/features/money/payment-success.tsx'

defineView('payment-success', {
  head: ({ t }) => ({ title: t('billing:success.title') }),
  Component: PaymentSuccessView,
})

function PaymentSuccessView({ search }: ViewProps) {
  const userId = search.get('user_id')
  const sessionId = search.get('session_id')
  return <PaymentSuccess parameters={userId && sessionId ? { userId, sessionId } : null} />
}
