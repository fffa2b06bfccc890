import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Answer } from '#web/api/client.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Paper, PaperBar } from '#web/ui/paper.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'
import { BILLING } from './billing-address.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { PaymentState } from './payment-state.tsx'
import { Period } from './period.tsx'

type InvoiceData = Answer<'GET /api/professional/invoices/{id}'>['invoice']

/** One invoice, made to print on one sheet. rule: billing-history */
export function Invoice({ invoice }: { invoice: InvoiceData }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-4">
      <PaperBar href={BILLING} back={t('invoice.back')} print={t('invoice.print')} />
      <Paper
        title={t('invoice.heading')}
        number={invoice.invoice_id}
        facts={[
          [t('invoice.billed_to'), invoice.billed_to],
          [t('invoice.seller'), invoice.seller],
          [t('invoice.date'), format.date(invoice.date, browserTimeZone())],
          [t('invoice.state'), <PaymentState key="state" status={invoice.status} />],
        ]}
        words={{
          what: t('invoice.what'),
          amount: t('invoice.amount'),
          total: t('invoice.total'),
        }}
        lines={[
          { key: invoice.kind, what: <Bought invoice={invoice} />, amount: invoice.amount_paid },
        ]}
        total={invoice.amount_paid}
      />
    </div>
  )
}

function Bought({ invoice }: { invoice: InvoiceData }) {
  const { t } = useTranslation('billing')
  return (
    <>
      {t(`history.${invoice.kind}`)}
      <span className="block text-sm text-soft">
        <Period item={invoice} />
      </span>
    </>
  )
}

/** The skeleton of an invoice. */
export function InvoiceSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <LoadingStatus />
      <div className="flex items-center justify-between gap-3">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-11 w-20" />
      </div>
      <div className="card flex flex-col gap-8 p-5 md:p-10">
        <div className="flex items-start justify-between gap-4">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-14 w-40" />
        </div>
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          {['billed_to', 'seller', 'date', 'state'].map((fact) => (
            <Skeleton key={fact} className="h-11 w-40" />
          ))}
        </div>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-5" />
          <Skeleton className="h-11" />
          <Skeleton className="h-6" />
        </div>
      </div>
    </div>
  )
}
