import { useTranslation } from '#web/i18n/use-translation.ts'
import type { BillingItem } from '#contract/money/billing.ts'
import { useFormat } from '#web/i18n/format.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'

/** The period that a payment is for; nothing for a single lead. */
export function Period({ item }: { item: BillingItem }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  if (!item.period_start || !item.period_end) return null
  return t('history.period', {
    from: format.date(item.period_start, browserTimeZone()),
    until: format.date(item.period_end, browserTimeZone()),
  })
}
