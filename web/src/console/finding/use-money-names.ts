import { useTranslation } from '#web/i18n/use-translation.ts'
import { readableCode } from '../readable-code.ts'

const STATUSES = {
  pending: 'billing:history.pending',
  paid: 'billing:history.paid',
  failed: 'billing:history.payment_failed',
  refunded: 'billing:history.refunded',
  disputed: 'billing:history.disputed',
  active: 'billing:subscription.active',
  grace: 'billing:subscription.failing',
  lapsed: 'billing:subscription.ended',
  subscription: 'billing:history.subscription',
  lead: 'billing:history.lead',
} as const

/** Returns a function that names a state or kind of payment or subscription by its code. */
export function useMoneyNames(): (code: string) => string {
  const { t } = useTranslation('billing')
  return (code) =>
    code in STATUSES ? t(STATUSES[code as keyof typeof STATUSES]) : readableCode(code)
}
