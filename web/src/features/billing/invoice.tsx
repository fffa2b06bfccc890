import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { Answer } from '#web/api/client.ts'
import { useFormat } from '#web/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BILLING } from './billing-address.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'
import { PaymentState } from './payment-state.tsx'
import { Period } from './period.tsx'

type InvoiceData = Answer<'GET /api/professional/invoices/{id}'>['invoice']

/** One invoice, made to print on one sheet. rule: invoice-numbers */
export function Invoice({ invoice }: { invoice: InvoiceData }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const amount = format.money(invoice.amount_paid)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <TextLink href={BILLING}>{t('invoice.back')}</TextLink>
        <Button look="quiet" onClick={() => window.print()}>
          {t('invoice.print')}
        </Button>
      </div>
      <article className="card flex flex-col gap-8 p-5 md:p-10 print:border-0 print:p-0">
        <header className="flex flex-wrap items-start justify-between gap-4">
          <Logo />
          <div className="md:text-right">
            <h1 className="text-2xl">{t('invoice.heading')}</h1>
            <p className="tabular text-soft">{invoice.invoice_id}</p>
          </div>
        </header>
        <dl className="grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-2 print:grid-cols-2">
          <Fact name={t('invoice.billed_to')}>{invoice.billed_to}</Fact>
          <Fact name={t('invoice.seller')}>{invoice.seller}</Fact>
          <Fact name={t('invoice.date')}>{format.date(invoice.date, browserTimeZone())}</Fact>
          <Fact name={t('invoice.state')}>
            <PaymentState status={invoice.status} />
          </Fact>
        </dl>
        <table className="tabular w-full text-left">
          <thead className="border-b border-edge text-sm text-soft">
            <tr>
              <th scope="col" className="py-2 pr-4 font-normal">
                {t('invoice.what')}
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                {t('invoice.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td className="py-3 pr-4">
                {t(`history.${invoice.kind}`)}
                <span className="block text-sm text-soft">
                  <Period item={invoice} />
                </span>
              </td>
              <td className="py-3 text-right align-top">{amount}</td>
            </tr>
          </tbody>
          <tfoot className="border-t border-edge text-lg font-semibold">
            <tr>
              <th scope="row" className="py-3 pr-4">
                {t('invoice.total')}
              </th>
              <td className="py-3 text-right">{amount}</td>
            </tr>
          </tfoot>
        </table>
      </article>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 break-words">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
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
