import { useTranslation } from '#web/i18n/use-translation.ts'
import type { BillingItem } from '#contract/money/billing.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { address } from '#web/api/client.ts'
import type { Answer } from '#web/api/client.ts'
import { useFormat } from '#web/i18n/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/states/rows-skeleton.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { DASHBOARD, invoiceAddress } from './billing-address.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { PaymentState } from './payment-state.tsx'
import { Period } from './period.tsx'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { QueryState } from '#web/ui/states/query-state.tsx'
import { billingHistoryQuery } from './billing.api.ts'

type HistoryProps = {
  professionalId: string
  history: Answer<'GET /api/professional/billing-history/{id}'>
}

/** The newest payments, newest first, the totals of each year, and a CSV download. rule: billing-history */
function BillingHistory({
  professionalId,
  history: { billing_history, has_older, totals },
}: HistoryProps) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  if (billing_history.length === 0) {
    return (
      <EmptyState
        drawing={emptySignedIn.noPayments}
        title={t('history.none')}
        action={<ButtonLink href={DASHBOARD}>{t('success.dashboard')}</ButtonLink>}
      >
        {t('history.none_help')}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="totals" className="flex flex-col gap-3">
        <h2 id="totals" className="text-xl">
          {t('history.totals')}
        </h2>
        <dl className="flex flex-wrap gap-4">
          {totals.map(({ year, amount_paid }) => (
            <div key={year} className="card min-w-36 p-4">
              <dt className="text-sm text-soft">{year}</dt>
              <dd className="tabular font-display text-2xl font-semibold">
                {format.money(amount_paid)}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="payments" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="payments" className="text-xl">
            {t('history.payments')}
          </h2>
          <a
            className="inline-flex min-h-11 items-center font-medium text-action underline decoration-1 underline-offset-4 hover:decoration-2"
            href={address('/api/professional/billing-history/{id}/csv', {
              params: { id: professionalId },
            })}
            download
          >
            {t('history.csv')}
          </a>
        </div>
        <ul className="card divide-y divide-line">
          {billing_history.map((item) => (
            <Payment key={item.invoice_id} item={item} />
          ))}
        </ul>
        {has_older && (
          <p className="measure text-soft">
            {t('history.older', { count: billing_history.length })}
          </p>
        )}
      </section>
    </div>
  )
}

function Payment({ item }: { item: BillingItem }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 px-4 py-3 md:grid-cols-[7rem_1fr_auto_7rem]">
      <span className="max-md:col-start-1 max-md:row-start-2">
        <TextLink href={invoiceAddress(item.invoice_id)}>
          {t('ledger.invoice', { id: item.invoice_id })}
        </TextLink>
      </span>
      <div className="max-md:row-start-1">
        <p className="font-medium">{t(`history.${item.kind}`)}</p>
        <p className="text-sm text-soft">{format.date(item.date, browserTimeZone())}</p>
        {item.period_start && (
          <p className="text-sm text-soft">
            <Period item={item} />
          </p>
        )}
      </div>
      <span className="justify-self-end max-md:col-start-2 max-md:row-start-2">
        <PaymentState status={item.status} />
      </span>
      <span className="tabular text-right font-semibold max-md:row-start-1">
        {format.money(item.amount_paid)}
      </span>
    </li>
  )
}

/** The skeleton of the payments: the total of a year, then the payments. */
function BillingHistorySkeleton() {
  return (
    <div className="flex flex-col gap-8" aria-busy="true">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-24 w-40 rounded-lg" />
      </div>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-7 w-32" />
        <RowsSkeleton count={4} />
      </div>
    </div>
  )
}

/** Every payment of a professional. rule: billing-history */
export function BillingScreen({ professionalId }: { professionalId: string }) {
  const { t } = useTranslation('billing')
  const query = useQuery(billingHistoryQuery(useApi(), professionalId))
  return (
    <QueryState query={query} failed={t('history.failed')} pending={<BillingHistorySkeleton />}>
      {(history) => <BillingHistory professionalId={professionalId} history={history} />}
    </QueryState>
  )
}
