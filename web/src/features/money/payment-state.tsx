import { useTranslation } from '#web/i18n/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Any other value than paid, pending, refunded and disputed counts as failed. rule: billing-history */
export function PaymentState({ status }: { status: string }) {
  const { t } = useTranslation('billing')
  if (status === 'paid') return <Badge tone="good">{t('history.paid')}</Badge>
  if (status === 'pending') return <Badge tone="waiting">{t('history.pending')}</Badge>
  if (status === 'refunded') return <Badge>{t('history.refunded')}</Badge>
  if (status === 'disputed') return <Badge>{t('history.disputed')}</Badge>
  return <Badge tone="bad">{t('history.payment_failed')}</Badge>
}
